"""Rules as people write them."""

import pytest

from assay.errors import BadInputError
from assay.gating.grammar import RuleError, parse_rule, rules_of
from assay.gating.rule import Limit, Rule, RunFigure
from assay.measures.notation import parse


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("R@5 >= 0.80", "R@5 >= 0.8"),
        ("recall@5>=80%", "R@5 >= 0.8"),
        ("  nDCG@10   >  .5 ", "nDCG@10 > 0.5"),
        ("P(rel=2)@5 ≥ 0.1", "P(rel=2)@5 >= 0.1"),
        ("nDCG(gain={1:3,2:9})@5 >= baseline", "nDCG(gain={1:3,2:9})@5 >= baseline"),
        ("ndcg_cut_10 >= baseline - 0.01", "nDCG@10 >= baseline - 0.01"),
        ("nDCG@10 >= baseline+0.01", "nDCG@10 >= baseline + 0.01"),
        ("nDCG@10 >= baseline * 98%", "nDCG@10 >= baseline * 0.98"),
        ("nDCG@10 >= baseline - 0", "nDCG@10 >= baseline"),
        ("nDCG@10 >= baseline * 1", "nDCG@10 >= baseline"),
        ("Judged@10 <= 1", "Judged@10 <= 1"),
        ("failures <= 0", "failures <= 0"),
        ("latency_p95_s < 0.5", "latency_p95_s < 0.5"),
        ("tokens@5 <= baseline * 1.2", "tokens@5 <= baseline * 1.2"),
        ("R@5 >= 1e-3", "R@5 >= 0.001"),
    ],
)
def test_a_rule_is_read_and_written_in_one_form(text: str, written: str) -> None:
    assert str(parse_rule(text)) == written


def test_the_parts_of_a_rule_are_a_quantity_an_operator_and_a_limit() -> None:
    assert parse_rule("AP >= baseline - 0.02") == Rule(
        quantity=parse("AP"), operator=">=", limit=Limit(factor=1.0, offset=-0.02)
    )
    assert parse_rule("tokens@3 < 900") == Rule(
        quantity=RunFigure(name="tokens", k=3), operator="<", limit=Limit(offset=900.0)
    )


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("R@5 => 0.8", "=>", "did you mean '>='?"),
        ("R@5 =< 0.8", "=<", "did you mean '<='?"),
        ("R@5 == 0.8", "==", "is no operator"),
        ("R@5 0.8", "", "expected >=, >, <= or < after the measure"),
        ("", "", "expected >=, >, <= or < after the measure"),
        (">= 0.8", "", "expected a measure before the operator"),
        ("recal@5 >= 0.8", "recal@5", "did you mean 'recall'?"),
        ("failure <= 0", "failure", "did you mean 'failures'?"),
        ("latency_p99_s <= 1", "latency_p99_s", "did you mean 'latency_p95_s'?"),
        ("R@0 >= 0.8", "R@0", "k is a whole number of at least 1"),
        ("tokens <= 800", "tokens", "of how many hits?"),
        ("GMAP >= 0.2", "GMAP", "is no mean over queries"),
        ("NumRet > 5", "NumRet", "is no mean over queries"),
        ("R@5 >= 80", "80", "write 80% or 0.8."),
        ("R@5 >= -0.1", "-0.1", "R@5 lies between 0 and 1"),
        ("R@5 >= 180", "180", "R@5 lies between 0 and 1"),
        ("R@5 >= 0,8", "0,8", "decimals have a point: 0.8."),
        ("R@5 >= 1e999", "1e999", "expected a finite number"),
        ("R@5 >= Baseline", "Baseline", "did you mean 'baseline'?"),
        ("R@5 >= basline - 0.1", "basline - 0.1", "did you mean 'baseline'?"),
        ("R@5 >= baseline - 1%", "baseline - 1%", "a margin in percent may mean two things"),
        ("R@5 >= baseline - 1", "baseline - 1", "one point of a hundred is written - 0.01."),
        ("R@5 >= baseline * 0", "baseline * 0", "the baseline times 0 is no limit"),
        ("R@5 >= baseline / 2", "baseline / 2", "expected a number or baseline"),
        ("R@5 >= 0.8 and AP >= 1", "0.8 and AP >= 1", "expected a number or baseline"),
        ("R@5 >= ", "", "expected a number or baseline"),
        ("failures <= 5%", "5%", "failures is a number of at least 0"),
        ("failures <= -1", "-1", "failures is a number of at least 0"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, place: str, says: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_rule(text)
    error = caught.value
    assert error.given[error.start : error.stop] == place
    assert says in str(error)
    lines = str(error).splitlines()
    assert lines[-2] == "    " + " " * error.start + "^" * max(len(place), 1)
    assert lines[-1].startswith("Hint: ")


def test_control_characters_of_a_rule_do_not_reach_the_terminal() -> None:
    with pytest.raises(RuleError) as caught:
        parse_rule("R@5 >= \x1b[31m")
    assert "\x1b" not in str(caught.value)


def test_a_rule_that_comes_twice_is_kept_once() -> None:
    assert list(map(str, rules_of(["R@5 >= 0.8", "recall@5 >= 80%", "AP >= 0.1"]))) == ["R@5 >= 0.8", "AP >= 0.1"]


def test_one_rule_needs_no_list() -> None:
    assert list(map(str, rules_of("AP >= 0.1"))) == ["AP >= 0.1"]


def test_no_rule_at_all_is_refused() -> None:
    with pytest.raises(BadInputError, match="no rule is given"):
        rules_of([])
