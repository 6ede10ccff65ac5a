"""TREC run files: ``query Q0 document rank score tag``, held against judgements as they are read, or as a `Run`."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

import numpy as np

from assay.data.run import Run
from assay.data.texts import Ints, Texts, distinct
from assay.files.grouped_run import judge_grouped
from assay.files.run_lines import Floats
from assay.files.scattered_run import judge_scattered, run_lines
from assay.files.trec_bytes import RunBytes
from assay.rankings.judged_run import JudgedRun, JudgingPolicy
from assay.rankings.judgements import Judgements
from assay.rankings.ledger import Ledger

Open = Callable[[], AbstractContextManager[IO[bytes]]]


def judge_trec_run(path: str | Path, qrels: object, policy: JudgingPolicy | None = None) -> JudgedRun:
    """Read a run file and hold it against judgements.

    Parameters
    ----------
    path
        The file, ``-`` for standard input; gzip, bzip2, xz or Zstandard by content.
    qrels
        `Judgements`, which several runs may share; `Qrels`, or a dict of dicts of grades.
    policy
        Where tools disagree; None takes the defaults.

    Returns
    -------
    JudgedRun
        As `assay.labels.run_judging.judge_run` of the same rows; its name is the tag in the file's first row.

    Raises
    ------
    BadFileError
        No such file, lines that have not six columns, a score that is no number, bytes that are not UTF-8.
    BadInputError
        No rows, no query in common, and what the policy refuses.

    Notes
    -----
    Any run of ASCII blanks separates; a byte order mark, blank lines and carriage returns are dropped. The rank column
    is not used; where it contradicts the scores, the first place is kept. A file whose queries stand in one piece is
    gone through once, in memory of a few blocks and one query; another one is read again, its rows held as columns.
    """
    with RunBytes(path) as source:
        return judge_bytes(source.opened, Judgements.of(qrels), policy or JudgingPolicy(), path=source.path)


def judge_bytes(opened: Open, judgements: Judgements, policy: JudgingPolicy, *, path: str) -> JudgedRun:
    """Hold the bytes of a run file against judgements.

    Parameters
    ----------
    opened
        Opens the bytes from the first one, as often as it is called.
    judgements, policy
        What the run is held against, and where tools disagree.
    path
        What errors call the bytes.

    Returns
    -------
    JudgedRun
        Judged hits, sizes of rankings, and what was odd, with line numbers.

    Raises
    ------
    BadFileError, BadInputError
        As `judge_trec_run`.
    """
    ledger = Ledger(judgements, policy, source=path)
    with opened() as file:
        in_one_piece = judge_grouped(ledger, file, path)
    if not in_one_piece:
        ledger = Ledger(judgements, policy, source=path)
        with opened() as file:
            judge_scattered(ledger, file, path)
    return ledger.close()


def read_trec_run(path: str | Path) -> Run:
    """Read a run file as a `Run`, for uses that need its rows; queries in order of first appearance.

    Raises
    ------
    BadFileError
        As `judge_trec_run`.
    """
    heads, docs = list[Texts](), list[Texts]()
    sizes, values = list[Ints](), list[Floats]()
    name = ""
    with RunBytes(path) as source, source.opened() as file:
        for lines in run_lines(file, source.path):
            name = name or lines.tag
            heads.append(lines.heads.tight())
            docs.append(lines.docs.tight())
            sizes.append(np.diff(np.append(lines.starts, len(lines.scores))))
            values.append(lines.scores)
    joined, held = Texts.joined(heads), Texts.joined(docs)
    scores = np.concatenate([np.zeros(0), *values])
    first, number = distinct(joined)
    code = np.repeat(number, np.concatenate([np.zeros(0, dtype=np.int64), *sizes]))
    order = np.argsort(code, kind="stable")
    counts = np.bincount(code, minlength=len(first))
    return Run(
        query_ids=tuple(joined.take(first).to_list()),
        starts=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)]),
        doc_ids=held.take(order).to_list(),
        scores=scores[order],
        name=name or source.name,
    )
