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


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ndcg_burges@10", "nDCG(gain=exponential)@10"),
        ("dcg@10", "DCG@10"),
        ("dcg_burges@10", "DCG(gain=exponential)@10"),
        ("r_precision", "Rprec"),
        ("r-precision", "Rprec"),
        ("rbp.95", "RBP(p=0.95)"),
        ("bpref", "Bpref"),
        ("Success(rel=2)@5", "HitRate(rel=2)@5"),
        ("IPrec@0.1", "IPrec@0.1"),
        ("IPrec(recall=0.1)", "IPrec@0.1"),
        ("SetF(beta=2)", "SetF(beta=2)"),
        ("SetP(relative=True)", "SetRelativeP"),
        ("SetP(relative=False)", "SetP"),
        ("NumRet(rel=1)", "NumRelRet(rel=1)"),
        ("NumRet", "NumRet"),
        ("nDCG(dcg='exp-log2')@20", "nDCG(gain=exponential)@20"),
        ("nDCG(dcg='log2')@20", "nDCG@20"),
        ("nDCG(gains={0: 0, 1: 5})@20", "nDCG(gain={0:0,1:5})@20"),
        ("Accuracy(rel=2)@50", "AUC(rel=2, pairs=retrieved)@50"),
        ("RBP(rel=1, p=0.5)@10", "RBP(rel=1, p=0.5)@10"),
        ("R_cap@100", "RelativeP@100"),
        ("Hole@10", "Unjudged@10"),
        ("α_nDCG@20", "alpha_nDCG@20"),
        ("MAP_IA", "AP_IA"),
        ("F(beta=0.5)@3", "F(beta=0.5)@3"),
        ("F(beta=1)@3", "F1@3"),
        ("RBP(gain=graded, max_grade=3)", "RBP(gain=graded, max_grade=3)"),
        ("11ptAvg(levels=[0, 0.5, 1])", "11ptAvg(levels=[0,0.5,1])"),
    ],
)
def test_ranx_ir_measures_beir_and_ndeval_are_understood(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize("text", ["Rprec@5", "Bpref@10", "SetP@5", "NumQ@3", "infAP@100", "11ptAvg@3", "GMBpref@2"])
def test_a_cutoff_without_a_meaning_is_refused(text: str) -> None:
    with pytest.raises(MeasureParameterError, match="takes no cutoff: it is defined over the whole ranking"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Rprec(k=3)", "it takes rel, mult."),
        ("SetF(weight=2)", "it takes rel, beta, form."),
        ("NumQ(rel=2)", "it takes none."),
        ("P(judged_only=True)@5", "it takes k, rel, depth."),
    ],
)
def test_a_wrong_parameter_is_answered_with_those_there_are(text: str, known: str) -> None:
    with pytest.raises(MeasureParameterError, match=f"has no parameter .*\nHint: {known}"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "nDCG(gain={1:x})",
        "nDCG(gain={1})",
        "nDCG(gain={})",
        "nDCG(gain={1:2,1:3})",
        "nDCG(gain={1:-2})",
        "nDCG(gain=[1,2])",
        "11ptAvg(levels=[])",
        "11ptAvg(levels=[0.5,2])",
        "11ptAvg(levels=0.5)",
        "IPrec@1.5",
        "IPrec@x",
        "P(rel={1:2})@5",
    ],
)
def test_a_value_that_is_no_such_list_or_mapping_is_refused(text: str) -> None:
    with pytest.raises(MeasureParameterError):
        parse(text)
