"""TREC run files: ``query Q0 document rank score tag``, held against judgements as they are read, or as a `Run`.

What brings scattered rows together is loaded where there are some.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from assay.data.run import Run
from assay.data.texts import Ints, Texts, distinct
from assay.files.grouped_run import judge_grouped
from assay.files.opening import Source, opened, reopenable
from assay.files.run_lines import Floats
from assay.rankings.judged_run import JudgedRun, JudgingPolicy
from assay.rankings.ledger import Ledger
from assay.rankings.placing import Placer, placer_of


def judge_trec_run(path: str | Path, qrels: object, policy: JudgingPolicy | None = None) -> JudgedRun:
    """Read a run file and hold it against judgements.

    Parameters
    ----------
    path
        The file, ``-`` for standard input; gzip, bzip2, xz or Zstandard by content.
    qrels
        A `Placer`, which several runs may share; `Qrels`, or a dict of dicts of grades.
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
    gone through once, in memory of a few blocks and one query; another one is read again, its rows held as columns, or
    in a temporary file where they are more than memory is meant for (`assay.files.scattered_run.BUDGET`). What comes
    through a pipe is scored as it comes, and kept in a temporary file in case it must be read again.
    """
    with reopenable(path) as source:
        return judge_bytes(source, placer_of(qrels), policy or JudgingPolicy())


def judge_bytes(source: Source, placer: Placer, policy: JudgingPolicy) -> JudgedRun:
    """Hold the bytes of a run file against judgements.

    Parameters
    ----------
    source
        What can be opened twice; see `assay.files.opening.reopenable`.
    placer, policy
        What the run is held against, and where tools disagree.

    Returns
    -------
    JudgedRun
        Judged hits, sizes of rankings, and what was odd, with line numbers.

    Raises
    ------
    BadFileError, BadInputError
        As `judge_trec_run`.
    """
    with opened(source, kept=True) as file:
        ledger = Ledger(placer, policy, source=file.path)
        if judge_grouped(ledger, file.stream, file.path):
            return ledger.close()
    from assay.files.scattered_run import judge_scattered

    with opened(source) as file:
        ledger = Ledger(placer, policy, source=file.path)
        spilled = judge_scattered(ledger, file)
    return replace(ledger.close(), spilled=spilled)


def read_trec_run(path: str | Path) -> Run:
    """Read a run file as a `Run`, for uses that need its rows; queries in order of first appearance.

    Raises
    ------
    BadFileError
        As `judge_trec_run`.
    """
    from assay.files.scattered_run import run_lines

    heads, docs = list[Texts](), list[Texts]()
    sizes, values = list[Ints](), list[Floats]()
    name = ""
    with opened(path) as file:
        for lines, _ in run_lines(file.stream, file.path):
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
        name=name or file.name,
    )
