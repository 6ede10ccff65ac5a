"""A golden set with the documents its file carried, and what could not be kept."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from assay.data.case import Evidence
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """What a data set holds.

    `documents` are the texts that stood in the file, empty where it carries none; `notes` say in words what was read
    another way than it stands there.
    """

    golden: GoldenSet
    documents: Sequence[Document] = ()
    notes: Sequence[str] = ()


def checked(model: type[Model], given: object, path: Path, *, expected: str) -> Model:
    """Return `given` as a model.

    Raises
    ------
    BadFileError
        It has another shape; every place in the JSON is named.
    """
    try:
        return model.model_validate(given)
    except ValidationError as exc:
        problems = [
            Problem(
                path=str(path),
                field=".".join(str(part) for part in error["loc"]),
                text=f"{error['msg']}, got {error['input']!r:.60}",
            )
            for error in exc.errors(include_url=False)
        ]
        raise BadFileError(problems, hint=f"expected {expected}.") from exc


def passages_of(texts: Iterable[str], documents: dict[str, Document]) -> tuple[Evidence, ...]:
    """Return texts that are all needed as evidence, a group each; each becomes a document named after what it says."""
    evidence: list[Evidence] = []
    for group, text in enumerate(dict.fromkeys(text for text in texts if text.strip())):
        doc_id = named_after(text)
        documents.setdefault(doc_id, Document(doc_id=doc_id, text=text))
        evidence.append(Evidence(doc_id=doc_id, quote=text, start=0, end=len(text), group=group))
    return tuple(evidence)


def named_after(text: str) -> str:
    """Return an id drawn from a text: the same text has the same id in every file.

    Examples
    --------
    >>> named_after("The fee is 8 dollars.")
    'text-e3bb49b98893'
    """
    return f"text-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def texts_in(given: Any) -> list[str]:
    """Return a list of texts that may be written as one text."""
    if given is None:
        return []
    return [given] if isinstance(given, str) else [str(text) for text in given]
