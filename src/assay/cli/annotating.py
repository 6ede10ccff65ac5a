"""The heavy half of ``assay annotate``: passages on a terminal, and keys from it."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from assay.annotation.conflicts import conflicts
from assay.annotation.document import AnnotationDocument
from assay.annotation.label_log import LabelLog
from assay.annotation.session import Scale, Session
from assay.annotation.sheet import read_sheet, sheet_text
from assay.annotation.task import Task, tasks_of
from assay.cli.stdout import for_stdout
from assay.errors import BadFileError, Problem
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.files.text import why
from assay.golden.queue import QueueRow, read_queue
from assay.report.page import Language
from assay.report.visible import visible
from assay.report.wording import Wording
from assay.version import __version__

_END = ("", "\x04", "\x03", "q")


def run_annotate(
    queues: Sequence[str],
    *,
    output: str | None,
    annotator: str | None,
    corpus: str | None,
    golden: str | None,
    scale: str,
    how: str,
    seed: int,
    adjudicate: bool,
    sheet: str | None,
    from_sheet: str | None,
    as_json: bool,
    language: Language,
) -> int:
    """Ask, or write or read a spreadsheet; return the exit code."""
    grades = Scale.parse(scale)
    tasks = _tasks(queues, corpus=corpus, golden=golden, adjudicate=adjudicate) if from_sheet is None else []
    if sheet is not None:
        _write_sheet(sheet, tasks)
        return 0
    if not output or not annotator:
        name = "-o LABELS" if not output else "--as NAME"
        raise click.UsageError(f"labels need {name}")
    log = LabelLog(output)
    if from_sheet is not None:
        return _take(read_sheet(from_sheet, scale=grades, annotator=annotator, how=how), log)
    said = f"adjudicated, {how}" if adjudicate else how
    session = Session(tasks, log, annotator=annotator, scale=grades, how=said, seed=seed)
    words = Wording("assay.annotation.words", language)
    try:
        _ask(session, words)
    finally:
        _tell(session, words, output, as_json=as_json)
    return 0


def _tasks(queues: Sequence[str], *, corpus: str | None, golden: str | None, adjudicate: bool) -> list[Task]:
    cases = None if golden is None else read_golden(golden)
    place = corpus or (str(cases.corpus) if cases is not None and cases.corpus else None)
    documents = [] if place is None else read_corpus(place)
    if adjudicate:
        rows, given = conflicts(queues)
        return tasks_of(rows, corpus=documents, golden=cases, given=given)
    return tasks_of((row for queue in queues for _, row in read_queue(queue)), corpus=documents, golden=cases)


def _write_sheet(target: str, tasks: Sequence[Task]) -> None:
    try:
        with Path(target).open("x", encoding="utf-8", newline="") as stream:
            stream.write(sheet_text(tasks))
    except OSError as exc:
        raise BadFileError([Problem(path=target, text=f"cannot be written: {why(exc)}")]) from exc
    click.echo(f"wrote {visible(target)}: {len(tasks)} passages to judge", err=True)


def _take(rows: Sequence[QueueRow], log: LabelLog) -> int:
    known = {(row.query_id, row.doc_id, row.judge, row.grade) for row in log.rows}
    new = [row for row in rows if (row.query_id, row.doc_id, row.judge, row.grade) not in known]
    for row in new:
        log.add(row)
    click.echo(f"{visible(str(log.path))}: {len(new)} labels added, {len(rows) - len(new)} there already", err=True)
    return 0


def _ask(session: Session, words: Wording) -> None:
    """Show one passage after the other until all are judged or the annotator has enough."""
    while session.current is not None:
        _show(session.current, session, words)
        while not (key := _key()).strip() and key not in _END:
            pass
        if key in _END:
            return
        _act(key.lower(), session, words)
    click.echo(words("said.done"), err=True)


def _act(key: str, session: Session, words: Wording) -> None:
    if key.isdecimal() and session.scale.low <= int(key) <= session.scale.high:
        session.grade(int(key))
    elif key == "n":
        note = _line(words("task.note"))
        click.echo(words("task.keys", scale=session.scale), err=True)
        grade = _key()
        if grade.isdecimal() and session.scale.low <= int(grade) <= session.scale.high:
            session.grade(int(grade), note=note)
    elif key == "s":
        session.skip()
    elif key == "u":
        click.echo(words("said.undone" if session.undo() else "said.nothing"), err=True)
    else:
        click.echo(words("said.unknown", pressed=repr(key)), err=True)


def _show(task: Task, session: Session, words: Wording) -> None:
    number = session.n_before + session.n_judged + 1
    rule = click.style("─" * 72, dim=True)
    lines = [rule, click.style(words("task.place", number=number, total=session.n_tasks), dim=True)]
    lines += [click.style(words("task.question"), bold=True), visible(task.query), ""]
    lines += [click.style(words("task.passage"), bold=True), _marked(task), ""]
    if task.marks:
        lines.append(click.style(words("task.evidence"), dim=True))
    if task.given:
        lines.append(words("task.given", grades=", ".join(f"{grade:g}" for grade in task.given)))
    if str(session.scale) == "0-5":
        lines += [f"  {grade}  {words(f'level.{grade}')}" for grade in range(5, -1, -1)]
    click.echo("\n".join((*lines, words("task.keys", scale=session.scale))), err=True)


def _marked(task: Task) -> str:
    pieces: list[str] = []
    last = 0
    for start, end in task.marks:
        pieces += [visible(task.text[last:start]), click.style(f"⟦{visible(task.text[start:end])}⟧", bold=True)]
        last = end
    return "".join((*pieces, visible(task.text[last:])))


def _key() -> str:
    """Return one key; from a pipe one character, and "" at its end."""
    if sys.stdin.isatty():
        try:
            return click.getchar()
        except (KeyboardInterrupt, EOFError):
            return ""
    return sys.stdin.read(1)


def _line(prompt: str) -> str:
    click.echo(f"{prompt} ", nl=False, err=True)
    return sys.stdin.readline().strip()


def _tell(session: Session, words: Wording, path: str, *, as_json: bool) -> None:
    if as_json:
        document = AnnotationDocument(
            assay=__version__,
            kind="annotation",
            labels=path,
            annotator=session.annotator,
            scale=str(session.scale),
            tasks=session.n_tasks,
            judged=session.n_judged,
            open=session.n_open,
        )
        click.echo(for_stdout(document.to_json()))
    facts = {"judged": session.n_judged, "open": session.n_open, "total": session.n_tasks, "path": visible(path)}
    click.echo(words("said.summary", **facts), err=True)
