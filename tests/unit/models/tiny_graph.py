"""ONNX graphs of a few nodes, written byte by byte: onnxruntime runs them, and nothing else is needed to make them."""

from collections.abc import Sequence
from pathlib import Path

import tokenizers

FLOAT, _INT64 = 1, 7  # TensorProto.DataType
_INTEGER = 2  # AttributeProto.AttributeType

WORDS = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "water": 10, "is": 20, "wet": 30, "dry": 40}


def _number(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    raw = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(raw)) + raw


def _tensor(name: str, kind: int) -> bytes:
    """A ValueInfoProto of two dimensions of any size."""
    shape = _field(1, _field(2, "a")) + _field(1, _field(2, "b"))
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def attribute(name: str, value: int) -> bytes:
    return _field(1, name) + _field(3, value) + _field(20, _INTEGER)


def node(operator: str, inputs: Sequence[str], output: str, *attributes: bytes) -> bytes:
    wires = b"".join(_field(1, name) for name in inputs) + _field(2, output)
    return wires + _field(4, operator) + b"".join(_field(5, one) for one in attributes)


def model(inputs: Sequence[str], nodes: Sequence[bytes], output: str) -> bytes:
    graph = b"".join(_field(1, one) for one in nodes) + _field(2, "tiny")
    graph += b"".join(_field(11, _tensor(name, _INT64)) for name in inputs) + _field(12, _tensor(output, FLOAT))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def sum_of_the_document(*, labels: int) -> bytes:
    """A graph whose logit is the sum of the document's ids; with two labels, (-sum, sum); with three, (sum,) * 3."""
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    nodes = [
        node("Mul", ["input_ids", "token_type_ids"], "own"),
        node("Mul", ["own", "attention_mask"], "seen"),
        node("Cast", ["seen"], "numbers", attribute("to", FLOAT)),
        node("ReduceSum", ["numbers"], "sum", attribute("keepdims", 1)),
        node("Neg", ["sum"], "less"),
        node("Identity", ["sum"], "logits")
        if labels == 1
        else node("Concat", ["less", "sum"] if labels == 2 else ["sum"] * labels, "logits", attribute("axis", 1)),
    ]
    return model(inputs, nodes, "logits")


def length_of_the_pair() -> bytes:
    """A graph that wants neither mask nor types: its logit is the sum of all ids."""
    nodes = [
        node("Cast", ["input_ids"], "numbers", attribute("to", FLOAT)),
        node("ReduceSum", ["numbers"], "logits", attribute("keepdims", 1)),
    ]
    return model(["input_ids"], nodes, "logits")


def write_tokenizer(path: Path) -> None:
    """Write a tokenizer of whole words whose ids are `WORDS`, with BERT's marks around a pair."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.post_processor = tokenizers.processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(path))
