"""A comparison as JSON."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.comparison.changes import Change
from assay.comparison.compared import Compared
from assay.comparison.difference import Difference
from assay.comparison.sentences import remark_text, reversal_text, sentence
from assay.comparison.slices import Slice
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.report.wording import Wording
from assay.version import __version__


class ComparisonSettings(Part):
    """How differences were judged."""

    level: float
    alpha: float
    power: float
    margin: float | None
    correction: Literal["holm", "benjamini-hochberg", "max-t", "none"]
    cluster: str | None
    clusters: int | None
    seed: int


class SystemPart(Part):
    """One of the systems, and where its figures come from."""

    name: str
    retriever: str
    golden: str
    golden_sha256: str | None
    corpus_sha256: str | None
    made_at: str
    commit: str | None
    means: dict[str, Figure]
    letters: dict[str, str]


class QueriesPart(Part):
    """Queries that all systems have, and the ids of those that were dropped because some system lacks them."""

    common: int
    dropped: list[str]


class EffectPart(Part):
    """How large a difference is, free of the measure's unit."""

    d_z: Figure
    hedges_g: Figure
    better: Figure
    wins: int
    losses: int
    ties: int


class TestPart(Part):
    """The test that the verdict stands on."""

    name: Literal["randomisation"] = "randomisation"
    exact: bool
    flips: int
    smallest_p: float


class HolesPart(Part):
    """What unjudged hits leave open: the mean difference lies between `worst` and `best` however these are judged."""

    judged_a: Figure
    judged_b: Figure
    worst: Figure
    best: Figure
    may_flip: bool


class DifferencePart(Part):
    """b against a in one measure, over the `n` queries on which both have a value."""

    measure: str
    a: str
    b: str
    n: int
    effective: Figure = Field(default=None, exclude_if=is_none)
    mean_a: Figure
    mean_b: Figure
    difference: Figure
    low: Figure
    high: Figure
    level: float
    p: float
    p_adjusted: float
    test: TestPart
    other_p: dict[str, Figure]
    effect: EffectPart
    detectable: Figure
    needed: int | None
    holes: HolesPart | None = Field(default=None, exclude_if=is_none)
    verdict: Literal["better", "worse", "no worse", "identical", "cannot tell"]
    sentence: str


class ComparedSlice(Part):
    """The same within one group."""

    cases: int
    differences: list[DifferencePart]


class ReversalPart(Part):
    """Groups that point the other way than the whole."""

    measure: str
    a: str
    b: str
    field: str
    groups: list[str]
    paradox: bool
    sentence: str


class ChangePart(Part):
    """A query on which the first two systems differ in the first measure."""

    id: str
    query: str
    a: float
    b: float


class RemarkPart(Part):
    """Something a reader should know."""

    code: str
    text: str


class ComparisonDocument(Document):
    """The JSON of a comparison."""

    model_config = ConfigDict(title="Assay comparison")

    assay: str
    kind: Literal["comparison"] = "comparison"
    settings: ComparisonSettings
    systems: list[SystemPart]
    queries: QueriesPart
    differences: list[DifferencePart]
    by: dict[str, dict[str, ComparedSlice]]
    reversals: list[ReversalPart]
    changes: list[ChangePart]
    warnings: list[RemarkPart]


def document_of(compared: Compared) -> ComparisonDocument:
    """Return the document of a comparison; its sentences are in English."""
    choices, word = compared.choices, Wording("assay.comparison.words", "en")
    return ComparisonDocument(
        assay=__version__,
        settings=ComparisonSettings(
            level=choices.level,
            alpha=choices.alpha,
            power=choices.power,
            margin=choices.margin,
            correction=choices.correction,
            cluster=choices.cluster,
            clusters=compared.n_clusters(compared.differences[0]),
            seed=choices.seed,
        ),
        systems=_systems(compared),
        queries=QueriesPart(common=compared.n_common, dropped=list(compared.dropped)),
        differences=[_difference(one, compared, word, holes=_holes(one, compared)) for one in compared.differences],
        by=_slices(compared, word),
        reversals=[
            ReversalPart(
                measure=str(one.overall.measure),
                a=one.overall.a,
                b=one.overall.b,
                field=one.field,
                groups=[part.group for part in one.against],
                paradox=one.is_paradox,
                sentence=reversal_text(one, word),
            )
            for one in compared.reversals
        ],
        changes=[_change(one) for one in compared.changes()],
        warnings=[RemarkPart(code=one.code, text=remark_text(one, word)) for one in compared.remarks],
    )


def _systems(compared: Compared) -> list[SystemPart]:
    letters = {measure: compared.letters(measure) for measure in compared.measures}
    means = {measure: compared.means(measure) for measure in compared.measures}
    return [
        SystemPart(
            name=system.name,
            retriever=system.origin.retriever,
            golden=system.origin.golden,
            golden_sha256=system.origin.golden_sha256,
            corpus_sha256=system.origin.corpus_sha256,
            made_at=system.origin.made_at,
            commit=system.origin.commit,
            means={str(measure): found[system.name] for measure, found in means.items()},
            letters={str(measure): found[system.name] for measure, found in letters.items()},
        )
        for system in compared.systems
    ]


def _holes(found: Difference, compared: Compared) -> HolesPart | None:
    left = compared.left_open(found)
    if left is None or not left.is_open:
        return None
    return HolesPart(
        judged_a=left.judged_a, judged_b=left.judged_b, worst=left.worst, best=left.best, may_flip=left.may_flip
    )


def _difference(
    found: Difference, compared: Compared, word: Wording, *, holes: HolesPart | None = None
) -> DifferencePart:
    effect, interval, test = found.effect, found.interval, found.test
    return DifferencePart(
        measure=str(found.measure),
        a=found.a,
        b=found.b,
        n=found.n,
        effective=None if compared.clusters is None else interval.effective_n,
        mean_a=found.mean_a,
        mean_b=found.mean_b,
        difference=found.difference,
        low=interval.low,
        high=interval.high,
        level=interval.level,
        p=found.p,
        p_adjusted=found.p_adjusted,
        test=TestPart(exact=test.is_exact, flips=test.n_flips, smallest_p=test.smallest_p),
        other_p=dict(found.others),
        effect=EffectPart(
            d_z=effect.d_z,
            hedges_g=effect.hedges_g,
            better=effect.better,
            wins=effect.wins,
            losses=effect.losses,
            ties=effect.ties,
        ),
        detectable=found.detectable,
        needed=found.needed,
        holes=holes,
        verdict=found.verdict,
        sentence=sentence(found, compared.choices, word),
    )


def _slices(compared: Compared, word: Wording) -> dict[str, dict[str, ComparedSlice]]:
    found: dict[str, dict[str, list[Slice]]] = {}
    for one in compared.slices:
        found.setdefault(one.field, {}).setdefault(one.group, []).append(one)
    return {
        field: {
            group: ComparedSlice(
                cases=parts[0].cases, differences=[_difference(one.difference, compared, word) for one in parts]
            )
            for group, parts in groups.items()
        }
        for field, groups in found.items()
    }


def _change(change: Change) -> ChangePart:
    return ChangePart(id=change.query_id, query=change.query, a=change.value_a, b=change.value_b)
