from typing import Literal, get_args, get_origin, get_type_hints

from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.measures import ALIASES, MEASURES, Measure, parse, parse_many, trec_name

CUTOFFS = st.none() | st.integers(1, 10**9)
LEVELS = st.none() | st.integers(1, 100) | st.floats(min_value=0, exclude_min=True, allow_infinity=False)
SHARES = st.floats(0, 1)
INSIDE = st.floats(0, 1, exclude_min=True, exclude_max=True)
POSITIVE = st.floats(1e-3, 1e3)
GRADES = st.integers(0, 9).map(float) | st.floats(0, 1e6)
GAINS = st.sampled_from(["linear", "exponential"]) | st.dictionaries(GRADES, GRADES, min_size=1, max_size=4)
BY_NAME = {
    "rel": LEVELS,
    "gain": GAINS,
    "recall": SHARES,
    "levels": st.lists(SHARES, min_size=1, max_size=4),
    "mult": st.none() | POSITIVE,
    "beta": POSITIVE,
    **dict.fromkeys("abc", st.floats(allow_nan=False, allow_infinity=False)),
}
"""What a parameter of that name takes, for those that do not take one of several words."""
OF_PERSISTENCE = {"RBP": {"p": INSIDE, "gain": st.sampled_from(["binary", "query"])}, "RBPResidual": {"p": INSIDE}}


NARROW = {"ERR", "nERR", "Q", "INSQ", "INST", "SDCG", "Compat", "alpha_nDCG", "ERR_IA", "nERR_IA", "NRBP", "nNRBP"}
"""Measures whose numbers have limits of their own: they keep the defaults."""


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    """Draw a measure with any value for each parameter that is known by name or takes one of several words."""
    measure = draw(st.sampled_from(list(MEASURES.values())))
    hints = get_type_hints(type(measure))
    known = {name: st.sampled_from(get_args(hint)) for name, hint in hints.items() if is_choice(hint)}
    known |= {"k": st.none() | st.integers(1, 10**6), "rel": LEVELS}
    if measure.symbol not in NARROW:
        known |= {"k": CUTOFFS, **BY_NAME, **OF_PERSISTENCE.get(measure.symbol, {})}
    return measure(**{name: draw(known[name]) for name in measure.parameters() if name in known})


def is_choice(hint: object) -> bool:
    return get_origin(hint) is Literal


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


@given(st.sampled_from(sorted(ALIASES)))
def test_an_alias_is_read_as_the_notation_it_stands_for(alias: str) -> None:
    assert parse(alias) == parse(ALIASES[alias])


@given(
    st.sampled_from([alias for alias in sorted(ALIASES) if parse(alias).takes_k]),
    st.integers(1, 10**6),
    st.sampled_from(["@", " @ "]),
)
def test_an_alias_takes_a_cutoff_as_its_measure_does(alias: str, k: int, sign: str) -> None:
    assert parse(f"{alias}{sign}{k}") == parse(ALIASES[alias]) @ k


@given(st.lists(measures(), max_size=5), st.sampled_from([",", " ", ", ", "\n"]))
def test_measures_written_side_by_side_are_read_back(found: list[Measure], sign: str) -> None:
    assert parse_many(sign.join(map(str, found))) == list(dict.fromkeys(found))


@given(measures())
def test_a_name_of_trec_eval_means_the_measure_it_was_made_of(measure: Measure) -> None:
    name = trec_name(measure)
    assert " " not in name
    assert parse_many(name) == [measure]


@given(st.text(max_size=30) | st.text("nDCGPRAF1@_().=, {}[]:kreldepthgain0123456789'", max_size=30))
def test_any_text_is_measures_or_one_of_assays_errors(text: str) -> None:
    try:
        found = parse_many(text)
    except AssayError:
        return
    assert parse_many(" ".join(map(str, found))) == found


@given(st.text(max_size=30) | st.text("nDCGPRAF1@_().=, kreldepthgainnormideal0123456789'", max_size=30))
def test_any_text_is_a_measure_or_one_of_assays_errors(text: str) -> None:
    try:
        found = parse(text)
    except AssayError:
        return
    assert parse(str(found)) == found
