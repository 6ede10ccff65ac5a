"""Write the JSON Schemas beside this file from the models that read and write the JSON."""

import json
from pathlib import Path

from assay.annotation.document import AnnotationDocument
from assay.calibration.document import CalibrationDocument
from assay.calibration.estimates_document import EstimatesDocument
from assay.comparison.document import ComparisonDocument
from assay.comparison.planning_document import PowerDocument
from assay.evaluation.document import EvaluationDocument
from assay.files.golden_record import CaseRecord, Header
from assay.gating.document import GateDocument
from assay.golden.document import GoldenCheckDocument
from assay.golden.queue import QueueRow
from assay.golden.queue_document import ConvertDocument, MergeDocument, QueueDocument
from assay.history.document import HistoryDocument, RemovedDocument
from assay.judging.document import JudgingDocument
from assay.models.served_document import ServedDocument
from assay.scores.document import ScoresDocument

FOLDER = Path(__file__).parent


def schemas() -> dict[str, str]:
    """Return the text of every schema by its file name."""
    found = {
        "annotation.schema.json": AnnotationDocument.model_json_schema(mode="serialization"),
        "calibration.schema.json": CalibrationDocument.model_json_schema(mode="serialization"),
        "comparison.schema.json": ComparisonDocument.model_json_schema(mode="serialization"),
        "estimates.schema.json": EstimatesDocument.model_json_schema(mode="serialization"),
        "evaluation.schema.json": EvaluationDocument.model_json_schema(mode="serialization"),
        "gate.schema.json": GateDocument.model_json_schema(mode="serialization"),
        "golden-case.schema.json": CaseRecord.model_json_schema(mode="validation"),
        "golden-check.schema.json": GoldenCheckDocument.model_json_schema(mode="serialization"),
        "golden-convert.schema.json": ConvertDocument.model_json_schema(mode="serialization"),
        "golden-header.schema.json": Header.model_json_schema(mode="validation"),
        "golden-merge.schema.json": MergeDocument.model_json_schema(mode="serialization"),
        "golden-queue.schema.json": QueueDocument.model_json_schema(mode="serialization"),
        "golden-queue-row.schema.json": QueueRow.model_json_schema(mode="validation"),
        "judging.schema.json": JudgingDocument.model_json_schema(mode="serialization"),
        "power.schema.json": PowerDocument.model_json_schema(mode="serialization"),
        "history.schema.json": HistoryDocument.model_json_schema(mode="serialization"),
        "history-removed.schema.json": RemovedDocument.model_json_schema(mode="serialization"),
        "served.schema.json": ServedDocument.model_json_schema(mode="serialization"),
        "scores.schema.json": ScoresDocument.model_json_schema(mode="serialization"),
    }
    return {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in found.items()}


if __name__ == "__main__":
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, "utf-8")
