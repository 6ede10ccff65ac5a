"""The real metrics of ragas as judges: its prompts and its arithmetic, asked and kept as any other judge's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from pydantic import ConfigDict

from assay.errors import MissingExtraError
from assay.judges.prompts import Prompt
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply
from assay.judges.required import answer_of, reference_of
from assay.judges.seam import Ask, Call
from assay.judges.verdict import JudgeFailure, Verdict
from assay.models.encoder import Encoder, encoded

Metric = Literal["context_precision", "context_recall", "faithfulness", "answer_relevancy"]

_CLASSES: Mapping[Metric, str] = {
    "context_precision": "LLMContextPrecisionWithReference",
    "context_recall": "LLMContextRecall",
    "faithfulness": "Faithfulness",
    "answer_relevancy": "ResponseRelevancy",
}
_AGAIN = "That cannot be used: $why. Answer once more, with one JSON object and nothing else."


class AnyReply(Reply):
    """Whatever JSON object ragas asked for; it checks it itself."""

    model_config = ConfigDict(extra="allow")

    @classmethod
    def read(cls, found: object) -> "AnyReply":
        """Take the object with all its keys."""
        return cls.model_validate(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class RagasScore:
    """A metric of the installed ragas.

    Parameters
    ----------
    metric
        Which one.
    encoder
        For answer relevancy, which compares questions by their embeddings.

    Notes
    -----
    Bounded as ragas' figures are: answer relevancy in [-1, 1], the others in [0, 1]. NaN where ragas gives NaN, and a
    failure where it raises. It asks in English whatever the question's language. Where it asks the same several times,
    as for answer relevancy, the reply is one, for what was asked is kept.
    """

    metric: Metric
    encoder: Encoder | None = None

    @property
    def name(self) -> str:
        """``ragas_`` and the metric."""
        return f"ragas_{self.metric}"

    @property
    def spec(self) -> Mapping[str, object]:
        """The metric, the version of ragas and the encoder."""
        encoder = None if self.encoder is None else self.encoder.name
        return {"judge": self.name, "ragas": str(_ragas("ragas").__version__), "encoder": encoder}

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest score."""
        return (-1.0 if self.metric == "answer_relevancy" else 0.0), 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Have ragas judge; see `assay.judges.seam.Judge`.

        Raises
        ------
        MissingExtraError
            ragas is not installed.
        """
        sample = _ragas("ragas.dataset_schema").SingleTurnSample(**self._fields(question))
        given: dict[str, Any] = {"llm": _asking(ask, str(_ragas("ragas").__version__))}
        if self.metric == "answer_relevancy":
            given["embeddings"] = _embedding(self._encoder(question))
        metric = getattr(_ragas("ragas.metrics"), _CLASSES[self.metric])(**given)
        try:
            return Verdict(score=float(await metric.single_turn_ascore(sample)))
        except JudgeFailure:
            raise
        except Exception as exc:
            raise JudgeFailure("unreadable", f"ragas raised {type(exc).__name__}: {exc}") from exc

    def _encoder(self, question: JudgeQuestion) -> Encoder:
        if self.encoder is None:
            raise JudgeFailure("no_input", f"row {question.id!r}: {self.name} needs an encoder")
        return self.encoder

    def _fields(self, question: JudgeQuestion) -> dict[str, Any]:
        fields: dict[str, Any] = {"user_input": question.query}
        if self.metric != "answer_relevancy":
            fields["retrieved_contexts"] = [one.text for one in question.passages]
        if self.metric in ("context_precision", "context_recall"):
            fields["reference"] = reference_of(question)
        else:
            fields["response"] = answer_of(question)
        return fields


def _ragas(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as exc:
        raise MissingExtraError("A metric of ragas", 'pip install "assay[ragas]"') from exc


def _asking(ask: Ask, version: str) -> Any:
    """Return a language model of ragas' that asks as judges do."""
    base: Any = _ragas("ragas.llms.base").BaseRagasLLM
    outputs = _ragas("langchain_core.outputs")
    prompt = Prompt(name="ragas", version=version, language="en", system="", user="$text", again=_AGAIN)

    class AskingLLM(base):
        async def agenerate_text(self, prompt_value: Any = None, n: int = 1, **more: Any) -> Any:
            text = (more.get("prompt") or prompt_value).to_string()
            call = Call(prompt=prompt, texts={"text": text}, reply=AnyReply, likely=AnyReply(), max_tokens=2048)
            said = (await ask(call)).model_dump_json()
            return outputs.LLMResult(generations=[[outputs.Generation(text=said)] * n])

        def generate_text(self, *_: Any, **__: Any) -> Any:
            raise NotImplementedError("judges are asked asynchronously")

        def is_finished(self, response: Any) -> bool:  # noqa: ARG002 - a reply that was cut off never comes here
            return True

    return AskingLLM()


def _embedding(encoder: Encoder) -> Any:
    """Return embeddings of ragas' that an encoder makes."""
    base: Any = _ragas("ragas.embeddings").BaseRagasEmbeddings

    class Encoded(base):
        def embed_query(self, text: str) -> list[float]:
            return encoder.encode([text])[0].tolist()

        def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
            return encoder.encode(list(texts)).tolist()

        async def aembed_query(self, text: str) -> list[float]:
            return (await encoded(encoder, [text]))[0].tolist()

        async def aembed_documents(self, texts: Sequence[str]) -> list[list[float]]:
            return (await encoded(encoder, list(texts))).tolist()

    return Encoded()
