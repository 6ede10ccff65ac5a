"""A judge's labels held against people's."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from assay.calibration.figures import agreement_of, bias_figure, grade_biases
from assay.calibration.labels import Labels, Pair, Scale, ScaleMap, declared_scale, gathered, rows_at
from assay.calibration.result import Calibration, Disagreement, Slice
from assay.calibration.scaling import moved, on_scale, scale_of
from assay.calibration.systems import systems_agreement
from assay.data.golden_set import GoldenSet
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.stats.agreement_table import agreement_tables
from assay.stats.sample import Floats

_FIELDS = ("language", "category")
_MOST_LEVELS = 101  # whole grades that are shown although none was given


def calibrate(
    human: str,
    judge: str,
    *,
    scale: str | None = None,
    mapping: str | None = None,
    clip: bool = False,
    rel: float | None = None,
    golden: GoldenSet | None = None,
    by: Sequence[str] | None = None,
    worst: int = 10,
    runs: Sequence[str] = (),
    measure: Measure | str = "nDCG@10",
    level: float = 0.95,
    seed: int = 0,
) -> Calibration:
    """Say how far a judge agrees with people.

    Parameters
    ----------
    human, judge
        Paths of labels: judgements in any form `read_qrels` reads, judged queues, golden sets as JSON Lines. Of
        several labels of a pair the lower middle one counts.
    scale
        Such as ``"0-3"``. None: what a golden set of people's labels declares, else from 0 to their highest grade.
    mapping
        Such as ``"0-3:0-5"``: the judge's scale, and people's. None: labels are compared as given.
    clip
        Set labels outside the scale to its ends, where they would be an error.
    rel
        People's grade from which a document counts as relevant; None: 3 on a 0-5 scale, else 1.
    golden
        Tells the queries' text and fields.
    by
        Fields to slice by; None: language and category, where the golden set tells them.
    worst
        How many disagreements to list.
    runs, measure
        Run files, and what they are scored by: whether both sides order them alike. None: nothing is said of it.
    level, seed
        Of the intervals, which draw whole queries.

    Raises
    ------
    BadFileError
        A file that cannot be read, or a label outside the scale.
    BadInputError
        No pair has a label on both sides; a scale or mapping that is none.
    """
    people, given = rows_at(human), rows_at(judge)
    known = Scale.of(scale) if scale else declared_scale(human) or scale_of(people)
    people, _ = on_scale(people, known, clip=clip)
    if mapping is not None:
        given = moved(given, ScaleMap.of(mapping), clip=clip)
    given, n_clipped = on_scale(given, known, clip=clip)
    first, second = gathered(people), gathered(given)
    pairs = [pair for pair in first.grades if pair in second.grades]
    if not pairs:
        raise BadInputError(f"no document of a query is labelled both in {human} and in {judge}")
    least = rel if rel is not None else 3.0 if known == Scale(low=0.0, high=5.0) else 1.0
    x, y = _column(first, pairs), _column(second, pairs)
    levels = _levels(x, y, known)
    tables = agreement_tables(x, y, levels, [query_id for query_id, _ in pairs])
    texts = {str(case.id): case.query for case in golden or ()}
    return Calibration(
        human=human,
        judge=judge,
        scale=known,
        rel=least,
        level=level,
        seed=seed,
        n=len(pairs),
        n_queries=len(tables),
        n_human_only=len(first.grades) - len(pairs),
        n_judge_only=len(second.grades) - len(pairs),
        n_repeated=second.n_repeated,
        n_open=second.n_open,
        n_clipped=n_clipped,
        levels=levels,
        confusion=tables.sum(axis=0),
        agreement=agreement_of(tables, levels, rel=least, level=level, seed=seed),
        bias=bias_figure(tables, levels, level=level, seed=seed),
        biases=grade_biases(tables, levels, level=level, seed=seed),
        slices=list(_slices(pairs, tables, levels, golden, by, rel=least, level=level, seed=seed)),
        worst=_worst(pairs, x, y, texts, worst),
        systems=systems_agreement(first, second, pairs, runs, measure, rel=least, level=level, seed=seed),
    )


def _column(labels: Labels, pairs: Sequence[Pair]) -> Floats:
    return np.array([labels.grades[pair] for pair in pairs], dtype=np.float64)


def _levels(x: Floats, y: Floats, scale: Scale) -> Floats:
    """Return the whole grades of the scale, where it is not too long for that, and whatever else was given."""
    given = np.concatenate([x, y])
    if scale.high - scale.low < _MOST_LEVELS:
        given = np.concatenate([given, np.arange(np.ceil(scale.low), scale.high + 1e-9)])
    return np.unique(given)


def _slices(
    pairs: Sequence[Pair],
    tables: Floats,
    levels: Floats,
    golden: GoldenSet | None,
    by: Sequence[str] | None,
    *,
    rel: float,
    level: float,
    seed: int,
) -> Iterator[Slice]:
    queries = list(dict.fromkeys(query_id for query_id, _ in pairs))
    for field in _FIELDS if by is None else by:
        for value, chosen in sorted(_groups(queries, golden, field).items()):
            part = tables[chosen]
            yield Slice(
                field=field,
                value=value,
                n_queries=len(chosen),
                n=int(part.sum()),
                agreement=agreement_of(part, levels, rel=rel, level=level, seed=seed),
                bias=bias_figure(part, levels, level=level, seed=seed),
            )


def _groups(queries: Sequence[str], golden: GoldenSet | None, field: str) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    cases = {str(case.id): case for case in golden or ()}
    for number, query_id in enumerate(queries):
        case = cases.get(query_id)
        if case is None:
            continue
        value = getattr(case, field) if field in _FIELDS else case.metadata.get(field)
        if value is not None:
            found.setdefault(str(value), []).append(number)
    return found


def _worst(pairs: Sequence[Pair], x: Floats, y: Floats, texts: Mapping[str, str], most: int) -> list[Disagreement]:
    """List the pairs furthest apart, in the order of people's labels where equally far."""
    order: list[int] = np.argsort(-np.abs(x - y), kind="stable")[:most].tolist()
    return [
        Disagreement(
            query_id=pairs[row][0],
            doc_id=pairs[row][1],
            query=texts.get(pairs[row][0], ""),
            human=float(x[row]),
            judge=float(y[row]),
        )
        for row in order
        if x[row] != y[row]
    ]
