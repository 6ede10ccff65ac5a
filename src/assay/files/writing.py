"""Judgements and runs to files, in every format that is written."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import BadInputError
from assay.files.arrow import arrow_table, write_parquet
from assay.files.creating import created
from assay.files.detection import Format
from assay.files.table_rows import TableRow, check_ids, judged, ranked
from assay.files.table_text import csv_text, json_lines_text, json_text, trec_text, tsv_text

WRITABLE: tuple[Format, ...] = ("trec", "tsv", "csv", "json", "jsonl", "parquet")
_ENDINGS: Mapping[str, Format] = {
    **dict.fromkeys((".trec", ".txt", ".qrels", ".qrel", ".run", ".res"), "trec"),
    **{f".{name}": name for name in WRITABLE},
    ".ndjson": "jsonl",
}
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst")


def format_by_name(target: str | Path) -> Format | None:
    """Return the format that a path's ending asks for, a compression's ending aside; None where it asks for none."""
    endings = [ending.lower() for ending in Path(target).suffixes]
    if endings and endings[-1] in _COMPRESSED:
        endings.pop()
    return _ENDINGS.get(endings[-1]) if endings else None


def write_qrels(qrels: Qrels, target: str | Path, *, file_format: Format | None = None) -> None:
    """Write judgements.

    Parameters
    ----------
    qrels
        In the order given. A query without judgements stands in JSON; elsewhere it has no row.
    target
        A path, or ``-`` for standard output. ``.gz``, ``.bz2``, ``.xz`` and ``.zst`` compress.
    file_format
        ``trec``, ``tsv`` (under BEIR's heading), ``csv``, ``json`` (``{query: {document: grade}}``), ``jsonl`` or
        ``parquet``; by the path's ending where None. Grades come back exactly.

    Raises
    ------
    BadInputError
        An id that the format cannot hold (nothing is written then), or no format is named.
    BadFileError
        The path cannot be written.
    MissingExtraError
        Parquet needs ``assay[arrow]``, zstd needs ``assay[zst]``.
    """
    form = _format(target, file_format)
    heading = ("query-id", "corpus-id", "score") if form == "tsv" else ("query_id", "doc_id", "grade")
    _write(list(judged(qrels)), target, form, queries=tuple(qrels.grades), name=qrels.name, heading=heading)


def write_run(run: Run, target: str | Path, *, file_format: Format | None = None) -> None:
    """Write a run, each query's documents at their ranks: by score descending, then by id descending by bytes.

    Parameters
    ----------
    run
        A query without documents stands in JSON; elsewhere it has no row.
    target, file_format
        As for `write_qrels`. Scores come back exactly; JSON says an infinity as the text ``inf``.

    Raises
    ------
    BadInputError, BadFileError, MissingExtraError
        As for `write_qrels`; and JSON cannot say that a query retrieved a document twice.
    """
    form = _format(target, file_format)
    heading = ("query_id", "doc_id", "rank", "score")
    _write(list(ranked(run)), target, form, queries=run.query_ids, name=run.name, heading=heading)


def _format(target: str | Path, file_format: Format | None) -> Format:
    form = file_format or format_by_name(target)
    if form is None or form not in WRITABLE:
        text = f"no format is named for {target}" if form is None else f"{form} is read, not written"
        raise BadInputError(f"{text}\nHint: written are {', '.join(WRITABLE)}.")
    return form


def _write(
    rows: Sequence[TableRow],
    target: str | Path,
    form: Format,
    *,
    queries: Sequence[str],
    name: str,
    heading: Sequence[str],
) -> None:
    check_ids(rows, form)
    if form == "parquet":
        columns = zip(*rows, strict=True) if rows else [()] * len(heading)
        table = arrow_table(dict(zip(heading, columns, strict=True)))
        with created(target) as stream:
            write_parquet(stream, table)
        return
    texts: Mapping[str, Iterator[str]] = {
        "trec": trec_text(rows, name),
        "tsv": tsv_text(rows, heading),
        "csv": csv_text(rows, heading),
        "json": json_text(queries, rows),
        "jsonl": json_lines_text(rows),
    }
    first = next(texts[form], "")  # what cannot be said in this format says so before a file is touched
    with created(target) as stream:
        stream.write(first.encode())
        for text in texts[form]:
            stream.write(text.encode())
