"""trec_eval's names, there and back."""

import pytest

from assay.errors import MeasureParameterError, UnknownMeasureError
from assay.measures import (
    AP,
    AUC,
    ERR,
    GMAP,
    MEASURES,
    RBP,
    RR,
    Bpref,
    ElevenPoint,
    GMBpref,
    HitRate,
    IPrec,
    Judged,
    Measure,
    NumNonrelJudgedRet,
    NumQ,
    NumRel,
    NumRelRet,
    NumRet,
    P,
    R,
    RBPResidual,
    RelativeP,
    Rprec,
    SetAP,
    SetF,
    SetP,
    SetR,
    SetRelativeP,
    Unjudged,
    Utility,
    infAP,
    nDCG,
    parse,
    parse_many,
    trec_name,
)

BOTH_WAYS: list[tuple[str, Measure]] = [
    ("num_q", NumQ),
    ("num_ret", NumRet),
    ("num_rel", NumRel),
    ("num_rel_ret", NumRelRet),
    ("num_nonrel_judged_ret", NumNonrelJudgedRet),
    ("map", AP),
    ("gm_map", GMAP),
    ("gm_bpref", GMBpref),
    ("Rprec", Rprec),
    ("bpref", Bpref),
    ("infAP", infAP),
    ("recip_rank", RR),
    ("iprec_at_recall_0.10", IPrec @ 0.1),
    ("iprec_at_recall_0.00", IPrec),
    ("Rprec_mult_0.20", Rprec(mult=0.2)),
    ("Rprec_mult_1.00", Rprec(mult=1)),
    ("P_5", P @ 5),
    ("recall_1000", R @ 1000),
    ("success_1", HitRate @ 1),
    ("map_cut_10", AP @ 10),
    ("ndcg", nDCG),
    ("ndcg_cut_10", nDCG @ 10),
    ("ndcg_1=3,2=9,4=4.5", nDCG(gain={1: 3, 2: 9, 4: 4.5})),
    ("relative_P_20", RelativeP @ 20),
    ("unj_5", Unjudged @ 5),
    ("utility", Utility),
    ("utility_2,-1,0,0", Utility(a=2)),
    ("11pt_avg", ElevenPoint),
    ("11pt_avg_0.25,0.5,0.75", ElevenPoint(levels=[0.25, 0.5, 0.75])),
    ("set_P", SetP),
    ("set_recall", SetR),
    ("set_map", SetAP),
    ("set_relative_P", SetRelativeP),
    ("set_F", SetF),
    ("set_F_0.5", SetF(beta=0.5, form="trec_eval")),
    ("rbp", RBP(p=0.9, gain="query")),
    ("rbp_p=0.7", RBP(p=0.7, gain="query")),
    ("rbp_resid", RBPResidual(p=0.9, complete="zero")),
    ("rbp_resid_p=0.7", RBPResidual(p=0.7, complete="zero")),
    ("dcg", MEASURES["DCG"]),
    ("ideal_dcg", MEASURES["IDCG"]),
    ("binG", MEASURES["BinG"]),
    ("G", MEASURES["G"]),
    ("G_1=2", MEASURES["G"](gain={1: 2})),
    ("ndcg_rel", MEASURES["NDCGRel"]),
    ("Rndcg", MEASURES["Rndcg"]),
    ("yaap", MEASURES["Yaap"]),
]
NAMES = pytest.mark.parametrize(("name", "measure"), BOTH_WAYS, ids=[name for name, _ in BOTH_WAYS])


@NAMES
def test_a_name_of_trec_eval_is_read(name: str, measure: Measure) -> None:
    assert [parse(name)] == parse_many(name) == [measure]


@NAMES
def test_a_measure_is_printed_under_trec_evals_name(name: str, measure: Measure) -> None:
    assert trec_name(measure) == name


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        (P(rel=2) @ 5, "P(rel=2)@5"),
        (P(depth="retrieved", rel=2) @ 5, "P(rel=2,depth=retrieved)@5"),
        (AUC, "AUC"),
        (Judged @ 5, "Judged@5"),
        (ERR @ 20, "ERR@20"),
        (RR @ 10, "RR@10"),
        (nDCG(gain="exponential"), "nDCG(gain=exponential)"),
        (nDCG(gain={1: 3}) @ 5, "nDCG(gain={1:3})@5"),
        (IPrec @ 0.123, "IPrec@0.123"),
        (RBP(p=0.9), "RBP(p=0.9)"),
    ],
    ids=str,
)
def test_what_trec_eval_does_not_print_keeps_its_own_name_without_blanks(measure: Measure, name: str) -> None:
    assert trec_name(measure) == name


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("P_5,10", [P @ 5, P @ 10]),
        ("P.5,10", [P @ 5, P @ 10]),
        ("P.10,5", [P @ 10, P @ 5]),
        ("P.5, 10, map", [P @ 5, P @ 10, AP]),
        ("ndcg.1=3,2=9 P_5", [nDCG(gain={1: 3, 2: 9}), P @ 5]),
        ("utility.2,-1,0,0", [Utility(a=2)]),
        ("11pt_avg..25,.5,.75", [ElevenPoint(levels=[0.25, 0.5, 0.75])]),
        ("iprec_at_recall..10,.2,1", [IPrec @ 0.1, IPrec @ 0.2, IPrec @ 1]),
        ("set_F.0.5", [SetF(beta=0.5, form="trec_eval")]),
        ("nDCG@5,10", [nDCG @ 5, nDCG @ 10]),
        ("ndcg@5,10 mrr", [nDCG @ 5, nDCG @ 10, RR]),
        ("recall_5,10", [R @ 5, R @ 10]),
        ("mrr_10", [RR @ 10]),
        ("unj", [Unjudged @ 5, Unjudged @ 10, Unjudged @ 20]),
        ("success", [HitRate]),
        ("P recall", [P, R]),
        ("P@5 P_5 precision@5", [P @ 5]),
        ("nDCG @ 10,MRR", [nDCG @ 10, RR]),
        (
            "P(rel=2, depth=retrieved)@5, nDCG(gain={1:3,2:9})",
            [P(rel=2, depth="retrieved") @ 5, nDCG(gain={1: 3, 2: 9})],
        ),
        ("", []),
        (" , ", []),
    ],
)
def test_many_measures_are_read_from_one_text(text: str, measures: list[Measure]) -> None:
    assert parse_many(text) == measures


def test_the_nickname_official_is_what_trec_eval_prints_without_arguments() -> None:
    names = [trec_name(measure) for measure in parse_many("official")]
    assert names[:9] == ["num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank"]
    assert names[9:20] == [f"iprec_at_recall_{tenth / 10:.2f}" for tenth in range(11)]
    assert names[20:] == [f"P_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)]


def test_the_nickname_set_holds_what_needs_no_order() -> None:
    names = " ".join(trec_name(measure) for measure in parse_many("set"))
    counts = "num_q num_ret num_rel num_rel_ret utility"
    assert names == f"{counts} set_P set_relative_P set_recall set_map set_F"


@pytest.mark.parametrize("text", ["P_5,10", "P.5,10", "iprec_at_recall_0.1,0.2"])
def test_several_measures_in_the_place_of_one_are_told_where_to_go(text: str) -> None:
    with pytest.raises(MeasureParameterError, match=r"stands for 2 measures\nHint: parse_many"):
        parse(text)


@pytest.mark.parametrize("text", ["all_trec", "official"])
def test_a_nickname_is_not_one_measure(text: str) -> None:
    with pytest.raises(UnknownMeasureError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("P_0", "k is a whole number of at least 1"),
        ("P_1.5", "k is a whole number"),
        ("P_5,x", "no measure is called 'x'"),
        ("utility_1,2", "utility takes four numbers"),
        ("utility_1,2,3,4", "n_docs"),
        ("iprec_at_recall_1.5", "recall is a number from 0 to 1"),
        ("Rprec_mult_0", "mult is a number above 0"),
        ("ndcg_1=-3", "a number of at least 0"),
        ("ndcg_1=", "two values with '=' between them"),
        ("rbp_q=0.5", "takes p=number"),
        ("rbp_p=1.5", "p is a number above 0 and below 1"),
    ],
)
def test_a_wrong_value_behind_a_name_is_explained(text: str, what: str) -> None:
    with pytest.raises((MeasureParameterError, UnknownMeasureError), match=what):
        parse_many(text)
