"""The heavy half of ``assay golden holes`` and ``assay golden pool``."""

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from assay.cli.scoring import read_measures
from assay.cli.stdout import for_stdout
from assay.errors import BadFileError, Problem
from assay.files.qrels import read_qrels
from assay.golden.holes import depth_of, most_telling
from assay.golden.pooling import pool
from assay.golden.queue import QueueRow, queue_text, suggested
from assay.golden.queue_document import QueueDocument, QueueSettings
from assay.golden.retrieved import Retrieved, retrieved_by_evaluations, retrieved_by_runs
from assay.version import __version__

_LITTLE = 0.5  # of the first hits judged: below, what is not judged outweighs what is


def run_holes(
    systems: Sequence[str],
    *,
    qrels: str | None,
    measure: str,
    budget: int,
    depth: int | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Look for holes and write the queue."""
    if len(systems) < 2:
        raise click.UsageError("holes are looked for between at least two systems: A B")
    chosen = list(read_measures((measure,)))
    if len(chosen) != 1:
        raise click.BadParameter("one measure at a time", param_hint="'-m'")
    wanted = chosen.pop()
    given = _retrieved(systems, qrels, are_runs=qrels is not None)
    deepest = depth_of(wanted, depth)
    rows = suggested(most_telling(given, wanted, budget=budget, depth=deepest), wanted)
    settings = QueueSettings(measure=str(wanted), depth=deepest, budget=budget, seed=None, qrels=qrels)
    _give(_document("holes", settings, given, rows), output, as_json=as_json, blind=False)


def run_pool(
    runs: Sequence[str],
    *,
    depth: int,
    qrels: str | None,
    seed: int,
    show_ranks: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Pool and write the queue."""
    given = _retrieved(runs, qrels, are_runs=qrels is not None or not all(map(_is_evaluation, runs)))
    rows = [
        QueueRow(
            query_id=query,
            doc_id=doc,
            query=given.queries.get(query, ""),
            ranks={name: given.rank(name, query, doc) for name in given.rankings} if show_ranks else None,
        )
        for query, doc in pool(given, depth=depth, seed=seed)
    ]
    settings = QueueSettings(measure=None, depth=depth, budget=None, seed=seed, qrels=qrels)
    _give(_document("pool", settings, given, rows), output, as_json=as_json, blind=not show_ranks)


def _retrieved(sources: Sequence[str], qrels: str | None, *, are_runs: bool) -> Retrieved:
    if not are_runs:
        return retrieved_by_evaluations(sources)
    short = [Path(source).name for source in sources]
    names = [source if short.count(name) > 1 else name for source, name in zip(sources, short, strict=True)]
    return retrieved_by_runs(sources, None if qrels is None else read_qrels(qrels), names)


def _is_evaluation(source: str) -> bool:
    return Path(source).is_dir() or Path(source).name == "report.json"


def _document(kind: str, settings: QueueSettings, given: Retrieved, rows: list[QueueRow]) -> QueueDocument:
    judged = {name: _share_judged(given, name, settings.depth) for name in given.rankings}
    return QueueDocument.model_validate(
        {
            "assay": __version__,
            "kind": kind,
            "settings": settings,
            "systems": list(judged),
            "judged": judged,
            "rows": rows,
        }
    )


def _share_judged(given: Retrieved, name: str, depth: int) -> float:
    """Return the mean share of the first hits that is judged; NaN where there are none."""
    shares = [
        np.mean([doc in given.labels.get(query, {}) for doc in ranking[:depth]])
        for query, ranking in given.rankings[name].items()
        if ranking
    ]
    return float(np.mean(shares)) if shares else float("nan")


def _give(document: QueueDocument, output: str | None, *, as_json: bool, blind: bool) -> None:
    text = queue_text(document.rows, blind=blind)
    if output is not None:
        try:
            with Path(output).open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError as exc:
            hint = "judgements are never overwritten; name a new file."
            raise BadFileError([Problem(path=output, text=f"cannot be written: {exc.strerror}")], hint=hint) from exc
    if as_json:
        click.echo(for_stdout(document.to_json()))
    elif output is None:
        click.echo(text, nl=False)
    _note(document, output)


def _note(document: QueueDocument, output: str | None) -> None:
    count = "1 hit to judge" if len(document.rows) == 1 else f"{len(document.rows)} hits to judge"
    click.echo(f"{output}: {count}" if output else count, err=True)
    low = [name for name, share in document.judged.items() if share is not None and share < _LITTLE]
    if low and document.kind == "holes":
        click.echo(
            f"less than half of the first {document.settings.depth} hits is judged for {', '.join(low)}: what is not "
            "judged counts as not relevant, and weighs more than what is.\nUntil more is judged, rely on bpref and "
            "infAP, which pass over unjudged hits, or on condensed lists (assay score --judged-only).",
            err=True,
        )
