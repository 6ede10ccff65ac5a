"""Runs from wherever they are."""

from pathlib import Path
from typing import cast

from assay.data.run import Run
from assay.files.detection import Format
from assay.files.reading import read_file, read_memory


def read_run(source: object, *, file_format: Format | None = None) -> Run:
    """Read a run: what a system retrieved for each query, with scores.

    Parameters
    ----------
    source
        As for `read_qrels`, with scores for grades: TREC (``query Q0 document rank score tag``), TSV, CSV, JSON, JSON
        Lines (records, or ``{"query_id": ..., "scores": {...}}``), Parquet, Arrow, ``.npy``, or a table in memory. The
        column of the scores is called ``score``; ranks are not read, for scores decide.
    file_format
        Where the content could be read in two ways.

    Returns
    -------
    Run
        Rows grouped by query, as given within one, repeats kept. Scores are float64; infinities are allowed.

    Raises
    ------
    BadFileError
        Bad lines, as for `read_qrels`; a score that is NaN. Or no row at all.
    BadInputError
        What is given in memory cannot be read as a run.
    MissingExtraError
        Parquet and Arrow need ``assay[arrow]``, zstd needs ``assay[zst]``.

    Examples
    --------
    >>> run = read_run({"q1": {"d1": 0.9, "d2": 0.4}})
    >>> run.query_ids, run.doc_ids, run.scores.tolist()
    (('q1',), ('d1', 'd2'), [0.9, 0.4])
    """
    if isinstance(source, Run):
        return source
    if isinstance(source, str | Path):
        return cast("Run", read_file(source, kind="run", file_format=file_format).table)
    return cast("Run", read_memory(source, "run", "run"))
