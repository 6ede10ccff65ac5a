"""Judgements from wherever they are."""

from pathlib import Path
from typing import cast

from assay.data.qrels import Qrels
from assay.files.detection import Format
from assay.files.reading import read_file, read_memory


def read_qrels(source: object, *, file_format: Format | None = None) -> Qrels:
    r"""Read judgements: which documents of which queries somebody graded, and how.

    Parameters
    ----------
    source
        - A path, or ``"-"`` for standard input. TREC (``query 0 document grade``), TSV (BEIR's three columns, or any
          with a heading), CSV with a heading, JSON (``{query: {document: grade}}`` or a list of records), JSON Lines
          (records, or ``{"query_id": ..., "grades": {...}}``), Parquet, Arrow or ``.npy``; gzip, bzip2, xz or zstd
          around any of them. Both are told by the content.
        - A mapping of mappings; a pandas or polars frame, an Arrow table or a NumPy structured array; rows of
          ``(query id, document id, grade)``, mappings or named tuples.

        Columns go by ``query_id`` (``qid``), ``doc_id`` (``docid``, ``corpus-id``, ``docno``) and ``grade`` (``rel``,
        ``relevance``, ``label``, ``score``).
    file_format
        Where the content could be read in two ways.

    Returns
    -------
    Qrels
        Grades as given, any finite number. Ids are text, as written: ``007`` stays so; whole numbers become text.

    Raises
    ------
    BadFileError
        Bad lines, up to 1000 of them, each with its path, number and what was expected: not UTF-8, another number of
        columns, a grade that is no number written plainly, a document judged twice with different grades (both lines
        are named; the same judgement twice is one). Or no judgements at all.
    BadInputError
        What is given in memory cannot be read as judgements.
    MissingExtraError
        Parquet and Arrow need ``assay[arrow]``, zstd needs ``assay[zst]``.

    Notes
    -----
    O(rows). Lines are read one by one; one of more than 1 MiB (64 MiB in JSON Lines) is an error, as is a JSON text of
    more than 1 GiB. Nothing is ever evaluated or unpickled.

    Examples
    --------
    >>> read_qrels([("q1", "d1", 2), ("q1", "d2", 0)]).grades
    {'q1': {'d1': 2.0, 'd2': 0.0}}
    """
    if isinstance(source, Qrels):
        return source
    if isinstance(source, str | Path):
        return cast("Qrels", read_file(source, kind="qrels", file_format=file_format).table)
    return cast("Qrels", read_memory(source, "qrels", "qrels"))
