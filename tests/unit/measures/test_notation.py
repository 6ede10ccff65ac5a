import pytest

from assay.errors import AssayError, MeasureParameterError, UnknownMeasureError
from assay.measures import AP, F1, RR, HitRate, Measure, P, R, nDCG, parse


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("nDCG @ 10", nDCG @ 10),
        (" P( rel = 2 , depth = 'retrieved' )@ 5\n", P(rel=2, depth="retrieved") @ 5),
        ("RR", RR),
        ("RR()", RR),
        ("nDCG(gain=exponential)", nDCG(gain="exponential")),
        ("F1@3", F1 @ 3),
    ],
)
def test_the_fields_notation_is_read(text: str, measure: Measure) -> None:
    assert parse(text) == measure


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("P_5", P @ 5),
        ("recall_1000", R @ 1000),
        ("success_1", HitRate @ 1),
        ("map", AP),
        ("map_cut_10", AP @ 10),
        ("ndcg", nDCG),
        ("ndcg_cut_10", nDCG @ 10),
        ("ndcg_cut.10", nDCG @ 10),
        ("recip_rank", RR),
    ],
)
def test_trec_evals_names_are_read(text: str, measure: Measure) -> None:
    assert parse(text) == measure


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("MRR", RR),
        ("MRR@10", RR @ 10),
        ("mrr@10", RR @ 10),
        ("MAP@100", AP @ 100),
        ("NDCG@10", nDCG @ 10),
        ("Success@5", HitRate @ 5),
        ("hit_rate@3", HitRate @ 3),
        ("Precision@3", P @ 3),
        ("precision@3", P @ 3),
        ("Recall@3", R @ 3),
        ("recall@5", R @ 5),
        ("f1@5", F1 @ 5),
        ("average_precision", AP),
        ("reciprocal_rank", RR),
    ],
)
def test_other_tools_names_are_read(text: str, measure: Measure) -> None:
    assert parse(text) == measure


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("NDGC", "NDCG"),
        ("precison", "precision"),
        ("HitRat", "HitRate"),
        ("NDGC@10", "NDCG"),
        ("presicion(rel=2)@10", "precision"),
        ("RECALL@5", "Recall"),
        ("ndcg_cutt_10", "ndcg_cut"),
    ],
)
def test_an_unknown_measure_is_answered_with_the_nearest_one(text: str, nearest: str) -> None:
    with pytest.raises(UnknownMeasureError, match=f"(?i)did you mean '{nearest}'"):
        parse(text)


@pytest.mark.parametrize("text", ["", "  ", "@5", "5", "bleu", "(rel=2)"])
def test_what_is_like_no_measure_is_answered_with_where_they_are_listed(text: str) -> None:
    with pytest.raises(UnknownMeasureError, match="`assay measures` lists them"):
        parse(text)


def test_an_unknown_measure_keeps_what_was_given_and_what_is_known() -> None:
    with pytest.raises(UnknownMeasureError) as caught:
        parse("bleu")
    assert caught.value.given == "bleu"
    assert {"nDCG", "RR", "ndcg_cut"} < set(caught.value.known)


def test_an_unknown_measure_is_one_of_assays_errors_and_a_lookup_error() -> None:
    assert issubclass(UnknownMeasureError, AssayError)
    assert issubclass(UnknownMeasureError, LookupError)


@pytest.mark.parametrize("k", ["0", "-1", "x", "1.5", "1e1", "1_0", "٥", "+5"])
def test_a_cutoff_that_is_no_whole_number_of_at_least_one_is_refused(k: str) -> None:
    with pytest.raises(MeasureParameterError, match="k is a whole number of at least 1"):
        parse(f"P@{k}")


def test_a_cutoff_of_thousands_of_digits_is_refused_like_any_bad_one() -> None:
    with pytest.raises(MeasureParameterError):
        parse("P@" + "9" * 5000)


@pytest.mark.parametrize("text", ["P(2)@5", "P(rel)@5", "P(rel=)@5", "P(=2)@5", "P(rel=2,)@5", "P(,)@5"])
def test_a_parameter_without_name_and_value_is_shown_how_it_is_written(text: str) -> None:
    with pytest.raises(MeasureParameterError, match="P: a parameter is written name=value"):
        parse(text)


def test_an_unknown_parameter_is_named() -> None:
    with pytest.raises(MeasureParameterError, match="P has no parameter 'level'"):
        parse("P(level=2)@5")


@pytest.mark.parametrize("text", ["P(depth=all)@5", "AP(norm=found)", "nDCG(gain=2)", "nDCG(ideal=k)"])
def test_a_wrong_choice_is_answered_with_the_right_ones(text: str) -> None:
    with pytest.raises(MeasureParameterError, match="is one of '"):
        parse(text)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "high", "True"])
def test_a_level_that_is_no_finite_number_is_refused(value: str) -> None:
    with pytest.raises(MeasureParameterError, match="rel is a finite number"):
        parse(f"P(rel={value})@5")


def test_a_level_with_an_underscore_is_no_number_as_a_score_with_one_is_none() -> None:
    with pytest.raises(MeasureParameterError, match="rel is a finite number"):
        parse("P(rel=2_0)@5")


def test_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(MeasureParameterError, match="rel"):
        parse("P(rel=1, rel=2)@5")


def test_a_cutoff_among_the_parameters_is_the_cutoff() -> None:
    assert parse("P(k=5)") == P @ 5


@pytest.mark.parametrize("text", ["AP(norm=retrieved", "P@5@6", "P@5(rel=2)"])
def test_a_known_name_in_broken_notation_is_not_called_unknown(text: str) -> None:
    with pytest.raises(AssayError) as caught:
        parse(text)
    assert "no measure is called" not in str(caught.value)
