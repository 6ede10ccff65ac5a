"""Labels of people in a file that is only ever added to: each stands on the disk before the next passage is shown."""

import os
from collections.abc import Sequence
from pathlib import Path

from assay.errors import BadFileError, Problem
from assay.files.text import why
from assay.golden.queue import QueueRow, read_queue


class LabelLog:
    """A file of judged rows, as `assay golden merge` reads them; several annotators may share it.

    Parameters
    ----------
    path
        The file; it is made when the first label is given.

    Raises
    ------
    BadFileError
        It is there and holds something else; a last line that was cut off while it was written is named too.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._rows = [row for _, row in read_queue(str(path))] if self.path.exists() else []
        self._own: list[tuple[int, int]] = []  # where each line of this session begins and ends

    @property
    def rows(self) -> Sequence[QueueRow]:
        """What has been said so far, by anybody."""
        return tuple(self._rows)

    def add(self, row: QueueRow) -> None:
        """Write a label to the disk.

        Raises
        ------
        BadFileError
            The file cannot be written.
        """
        line = (row.model_dump_json(exclude_none=True, exclude_defaults=False) + "\n").encode()
        try:
            with self.path.open("ab") as stream:
                start = stream.tell()
                if start and not self._ends_with_newline():
                    start += stream.write(b"\n")
                stream.write(line)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as exc:
            raise BadFileError([Problem(path=str(self.path), text=f"cannot be written: {why(exc)}")]) from exc
        self._own.append((start, start + len(line)))
        self._rows.append(row)

    def undo(self) -> QueueRow | None:
        """Take the last label of this session back and return it; None where there is none.

        Raises
        ------
        BadFileError
            Somebody else has written to the file since, so that what stands last is not ours.
        """
        if not self._own:
            return None
        start, end = self._own[-1]
        if self.path.stat().st_size != end:
            text = "somebody else has written to it since; nothing was taken back"
            raise BadFileError([Problem(path=str(self.path), text=text)], hint="annotators do best with a file each.")
        os.truncate(self.path, start)
        self._own.pop()
        return self._rows.pop()

    def _ends_with_newline(self) -> bool:
        with self.path.open("rb") as stream:
            stream.seek(-1, os.SEEK_END)
            return stream.read(1) == b"\n"
