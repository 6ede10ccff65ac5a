from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.measures import ALIASES, MEASURES, Measure, parse

CUTOFFS = st.none() | st.integers(1, 10**9)
LEVELS = st.none() | st.integers(1, 100) | st.floats(min_value=0, exclude_min=True, allow_infinity=False)
RETRIEVED_OR = {"P": ("depth", "k"), "F1": ("depth", "k"), "AP": ("norm", "relevant"), "nDCG": ("ideal", "judged")}
BINARY = ["HitRate", "P", "R", "F1", "RR", "AP"]


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    symbol = draw(st.sampled_from([*BINARY, "nDCG"]))
    parameters: dict[str, object] = {"k": draw(CUTOFFS)}
    if symbol in BINARY:
        parameters["rel"] = draw(LEVELS)
    if symbol in RETRIEVED_OR:
        name, other = RETRIEVED_OR[symbol]
        parameters[name] = draw(st.sampled_from(["retrieved", other]))
    if symbol == "nDCG":
        parameters["gain"] = draw(st.sampled_from(["linear", "exponential"]))
    return MEASURES[symbol](**parameters)


def test_every_measure_takes_part() -> None:
    assert {*BINARY, "nDCG"} == set(MEASURES)


@given(measures())
def test_a_measure_that_is_written_is_read_back(measure: Measure) -> None:
    assert parse(str(measure)) == measure


@given(measures(), measures())
def test_different_measures_are_written_differently(one: Measure, other: Measure) -> None:
    assert (str(one) == str(other)) == (one == other)


@given(measures())
def test_equal_measures_have_one_hash(measure: Measure) -> None:
    assert hash(parse(str(measure))) == hash(measure)


@given(measures(), st.text(" \t", max_size=3))
def test_blanks_around_the_parts_change_nothing(measure: Measure, blanks: str) -> None:
    spread = str(measure)
    for sign in "()=,@":
        spread = spread.replace(sign, f"{blanks}{sign}{blanks}")
    assert parse(f"{blanks}{spread}{blanks}") == measure


@given(st.sampled_from(sorted(ALIASES)), st.integers(1, 10**6), st.sampled_from(["@", "_", " @ "]))
def test_an_alias_takes_a_cutoff_as_its_measure_does(alias: str, k: int, sign: str) -> None:
    assert parse(f"{alias}{sign}{k}") == MEASURES[ALIASES[alias]] @ k


@given(st.text(max_size=30) | st.text("nDCGPRAF1@_().=, kreldepthgainnormideal0123456789'", max_size=30))
def test_any_text_is_a_measure_or_one_of_assays_errors(text: str) -> None:
    try:
        found = parse(text)
    except AssayError:
        return
    assert parse(str(found)) == found
