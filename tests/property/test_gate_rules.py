"""Rules: whatever is written can be read, and a looser rule never fails where a tighter one holds."""

from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.gating.grammar import parse_rule
from assay.gating.reach import Reach
from assay.gating.reading import decided
from assay.gating.rule import Limit, Operator, Rule, RunFigure
from assay.measures.notation import parse

OPERATORS: list[Operator] = [">=", ">", "<=", "<"]
MEASURES = st.sampled_from(["R@5", "nDCG@10", "P(rel=2)@5", "AP", "RR@10", "nDCG(gain=exponential)@3", "RBP(p=0.9)"])
SHARES = st.floats(0.0, 1.0)
FIGURES = st.one_of(
    st.sampled_from(["failures", "latency_p50_s", "latency_p95_s", "latency_max_s"]).map(
        lambda name: RunFigure(name=name)
    ),
    st.integers(1, 10**6).map(lambda k: RunFigure(name="tokens", k=k)),
)
MARGINS = st.floats(-0.999, 0.999).map(lambda offset: Limit(factor=1.0, offset=offset + 0.0))
MULTIPLES = st.floats(1e-6, 100.0).map(lambda factor: Limit(factor=factor))
RULES = st.one_of(
    st.builds(
        Rule,
        quantity=MEASURES.map(parse),
        operator=st.sampled_from(OPERATORS),
        limit=st.one_of(SHARES.map(lambda number: Limit(offset=number)), MARGINS, MULTIPLES),
    ),
    st.builds(
        Rule,
        quantity=FIGURES,
        operator=st.sampled_from(OPERATORS),
        limit=st.one_of(st.floats(0.0, 1e12).map(lambda number: Limit(offset=number)), MULTIPLES),
    ),
)


def is_understood_or_refused(text: str) -> bool:
    try:
        rule = parse_rule(text)
    except AssayError as exc:
        return "Hint: " in str(exc)
    return parse_rule(str(rule)) == rule


@given(RULES)
def test_a_rule_is_read_back_from_what_it_is_written_as(rule: Rule) -> None:
    assert parse_rule(str(rule)) == rule


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_on_purpose(text: str) -> None:
    assert is_understood_or_refused(text)


@given(st.text(alphabet="R@5 nDCG>=<.80%baseline-+*(),", max_size=30))
def test_any_text_of_the_signs_of_rules_is_read_or_refused_on_purpose(text: str) -> None:
    assert is_understood_or_refused(text)


@given(st.lists(SHARES, min_size=3, max_size=3), SHARES, SHARES, st.sampled_from(["mean", "proof", "alarm"]))
def test_a_lower_floor_is_met_wherever_a_higher_one_is(
    ends: list[float], one: float, other: float, reading: str
) -> None:
    low, mean, high = sorted(ends)
    reach = Reach(mean=mean, low=low, high=high, level=0.9, kind="t", n=50, n_undefined=0, is_zero=False)
    rule, order = parse_rule("R@5 >= 0.5"), {False: 0, None: 1, True: 2}
    loose, tight = (
        order[decided(rule, reach, limit, reading)]  # pyright: ignore[reportArgumentType]
        for limit in sorted([one, other])
    )
    assert loose >= tight
