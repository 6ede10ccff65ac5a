"""SQuAD 1.1 and 2.0, and what is written in the same form (CMRC 2018, XQuAD, MLQA, DRCD)."""

from pathlib import Path

from pydantic import AliasChoices, BaseModel, Field, StrictBool, StrictInt, StrictStr

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.files.foreign.collection import Collection, checked
from assay.files.golden_record import Id

EXPECTED = '{"data": [{"title": ..., "paragraphs": [{"context": ..., "qas": [{"id", "question", "answers"}]}]}]}'


class _Answer(BaseModel):
    text: StrictStr = Field(min_length=1)
    answer_start: StrictInt | None = None


class _Question(BaseModel):
    id: Id
    question: StrictStr = Field(pattern=r"\S")
    answers: list[_Answer] = Field(default_factory=list[_Answer])
    is_impossible: StrictBool = False


class _Paragraph(BaseModel):
    context: StrictStr
    id: Id | None = Field(default=None, validation_alias=AliasChoices("id", "context_id"))
    qas: list[_Question]


class _Article(BaseModel):
    title: StrictStr = ""
    paragraphs: list[_Paragraph]


class _SQuAD(BaseModel):
    data: list[_Article]


def read_squad(path: Path, given: object) -> Collection:
    """Read articles: each paragraph is a document, each question a case, its answers alternatives of one group.

    A paragraph without an id is named after its article and its place in it: ``Super_Bowl_50#3``. A question that
    ``is_impossible`` has no answer in the corpus. An answer that does not stand at its offset is kept without one.

    Raises
    ------
    BadFileError
        Another shape; every place is named.
    BadInputError
        Two questions of one id, or none at all.
    """
    articles = checked(_SQuAD, given, path, expected=EXPECTED).data
    documents: list[Document] = []
    cases: list[RetrievalTestCase] = []
    astray = 0
    for number, article in enumerate(articles, start=1):
        for place, paragraph in enumerate(article.paragraphs, start=1):
            doc_id = paragraph.id or f"{article.title or number}#{place}"
            documents.append(Document(doc_id=doc_id, text=paragraph.context, title=article.title.replace("_", " ")))
            for question in paragraph.qas:
                evidence = tuple(_evidence(doc_id, paragraph.context, question))
                astray += sum(piece.start is None for piece in evidence)
                cases.append(_case(question, doc_id, article.title, evidence))
    notes = [f"{astray} answers do not stand at their offset and were kept without one"] if astray else []
    return Collection(golden=GoldenSet(cases=tuple(cases), name=path.stem), documents=documents, notes=notes)


def _case(question: _Question, doc_id: str, title: str, evidence: tuple[Evidence, ...]) -> RetrievalTestCase:
    answerable = not question.is_impossible
    return RetrievalTestCase(
        question.question,
        (doc_id,) if answerable else (),
        question.answers[0].text if question.answers and answerable else None,
        id=question.id,
        metadata={"title": title} if title else {},
        evidence=evidence if answerable else (),
        answerable=answerable,
    )


def _evidence(doc_id: str, context: str, question: _Question) -> list[Evidence]:
    found: dict[tuple[str, int | None], Evidence] = {}
    for answer in question.answers:
        start, end = answer.answer_start, (answer.answer_start or 0) + len(answer.text)
        stands = start is not None and start >= 0 and context[start:end] == answer.text
        place = (start, end) if stands else (None, None)
        found[answer.text, place[0]] = Evidence(doc_id=doc_id, quote=answer.text, start=place[0], end=place[1])
    return list(found.values())
