"""Judgements as rows of a file that only appears whole: labels for pairs, scores for answers."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from assay.errors import BadFileError, Problem
from assay.files.text import why
from assay.judges.running import Judged
from assay.judges.seam import Judge
from assay.models.chat import ChatModel
from assay.report.json_parts import plain
from assay.report.visible import encodable


def row_of(judged: Judged, judge: Judge, model: ChatModel) -> dict[str, object]:
    """Return a judgement as a row.

    Notes
    -----
    A pair of a question and a document becomes a label as `assay golden merge` and `assay judge calibrate` read it:
    `grade`, null where it failed, with who judged, when and how. Anything else gets `score`.
    """
    facts = dict(judged.question.facts)
    is_pair = "doc_id" in facts
    verdicts, failures = judged.verdicts, judged.failures
    row: dict[str, object] = {**facts}
    if is_pair:
        row["query"] = judged.question.query
    row["grade" if is_pair else "score"] = plain(judged.score)
    row |= {"judge": who(judge, model), "judged_at": judged.judgements[-1].judged_at or None, "how": how(judge, model)}
    if verdicts:
        row["reason"] = verdicts[0].reason
    if details := [dict(one.details) for one in verdicts if one.details]:
        row["details"] = details[0] if len(details) == 1 else details
    if len(judged.judgements) > 1:
        row["repeats"] = [plain(one.score) for one in verdicts]
    if failures:
        row["failed"] = [{"kind": one.kind, "text": one.text} for one in failures]
    return row


def who(judge: Judge, model: ChatModel) -> str:
    """Return what a judge is called in provenance: its name and its model's."""
    return f"{judge.name}:{model.spec.get('model', '?')}"


def how(judge: Judge, model: ChatModel) -> str:
    """Return by what a verdict came about: the judge's spec and the model's, without where it is served."""
    told = {**judge.spec, **{name: value for name, value in model.spec.items() if name in {"temperature", "seed"}}}
    return ", ".join(f"{name} {value}" for name, value in told.items())


class LabelFile:
    """A file of rows, written beside its place and moved there when all are in it.

    Parameters
    ----------
    path
        Where it goes.

    Raises
    ------
    BadFileError
        Something is there already, or it cannot be written.

    Notes
    -----
    What was not finished stays as ``NAME.part``; the next run writes it anew, from the store of verdicts.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.part = self.path.with_name(self.path.name + ".part")
        if self.path.exists():
            raise self._bad("is there already", hint="labels are never overwritten; name another file.")
        self._stream: IO[str] | None = None

    def __enter__(self) -> "LabelFile":
        try:
            self._stream = self.part.open("w", encoding="utf-8", newline="\n", buffering=1)
        except OSError as exc:
            raise self._bad(f"cannot be written: {why(exc)}") from exc
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None:
            self._stream.close()

    def finish(self) -> None:
        """Move the file to its place: everything is in it."""
        assert self._stream is not None, "a file is finished inside `with`"
        try:
            self._stream.close()
            self.part.rename(self.path)
        except OSError as exc:
            raise self._bad(f"cannot be written: {why(exc)}") from exc

    def add(self, row: Mapping[str, object]) -> None:
        """Write a row."""
        assert self._stream is not None, "rows are added inside `with`"
        try:
            self._stream.write(encodable(json.dumps(row, ensure_ascii=False, allow_nan=False)) + "\n")
        except OSError as exc:
            raise self._bad(f"cannot be written: {why(exc)}") from exc

    def _bad(self, text: str, *, hint: str | None = None) -> BadFileError:
        return BadFileError([Problem(path=str(self.path), text=text)], hint=hint)
