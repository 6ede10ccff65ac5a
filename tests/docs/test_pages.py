"""The documentation holds together: links lead somewhere, schemas are fresh, the handbook's golden set is true."""

import importlib.util
import json
import re
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.golden.linting import check_golden

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HANDBOOK = DOCS / "handbook"
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_FENCE = re.compile(r"```.*?```", re.DOTALL)


def cases() -> list[dict[str, Any]]:
    lines = (HANDBOOK / "golden.jsonl").read_text("utf-8").splitlines()
    return [case for case in map(json.loads, lines) if "golden" not in case]


def schema_writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("schema_writer", DOCS / "schema" / "write.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_every_link_leads_to_a_file_that_exists(page: Path) -> None:
    text = _FENCE.sub("", page.read_text("utf-8"))
    targets = [unquote(match["target"]).partition("#")[0] for match in _LINK.finditer(text)]
    local = [target for target in targets if target and "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_every_page_of_the_handbook_is_listed_in_the_contents() -> None:
    contents = (DOCS / "README.md").read_text("utf-8")
    assert [page.name for page in HANDBOOK.rglob("*.md") if str(page.relative_to(DOCS)) not in contents] == []


@pytest.mark.parametrize(
    "name",
    [
        "comparison.schema.json",
        "evaluation.schema.json",
        "golden-case.schema.json",
        "golden-header.schema.json",
        "scores.schema.json",
    ],
)
def test_the_schemas_in_the_documentation_are_those_of_the_models(name: str) -> None:
    assert (DOCS / "schema" / name).read_text("utf-8") == schema_writer().schemas()[name]


def test_every_case_of_the_handbook_follows_the_schema() -> None:
    schema = json.loads((DOCS / "schema" / "golden-case.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    assert [case["id"] for case in cases() if not validator.is_valid(case)] == []


def test_the_handbook_has_24_pages_in_english_and_4_in_each_other_language() -> None:
    counts = Counter(page.parent.name for page in HANDBOOK.rglob("*.md"))
    assert counts["en"] >= 24
    assert min(counts[language] for language in ("zh", "es", "ru")) >= 4


def test_the_golden_set_is_as_large_and_as_mixed_as_it_claims() -> None:
    found = cases()
    languages = Counter(case["language"] for case in found)
    kinds = Counter(case["metadata"]["kind"] for case in found)
    assert len(found) >= 120
    assert min(languages[language] for language in ("en", "zh", "es", "ru")) >= 20
    assert min(Counter(case["category"] for case in found).values()) >= 30
    assert sum(case.get("answerable") is False for case in found) >= 12
    assert min(kinds[kind] for kind in ("paraphrase", "near-miss", "negation", "cross-lingual")) >= 5
    assert {case["metadata"].get("evidence") for case in found if case.get("answerable", True)} == {
        "single",
        "multiple",
    }


def test_every_quote_of_the_golden_set_stands_in_its_page() -> None:
    lost = [
        (case["id"], piece["quote"])
        for case in cases()
        for piece in case.get("evidence", ())
        if piece["quote"] not in (HANDBOOK / piece["doc_id"]).read_text("utf-8")
    ]
    assert lost == []


def test_every_answerable_case_quotes_evidence_from_a_page_it_grades_as_relevant() -> None:
    wrong = [
        case["id"]
        for case in cases()
        if case.get("answerable", True)
        and (
            not case.get("evidence")
            or any(case["relevant_doc_ids"].get(piece["doc_id"], 0) < 3 for piece in case["evidence"])
        )
    ]
    assert wrong == []


def test_the_lint_finds_no_error_in_the_handbook() -> None:
    findings = check_golden(read_golden(HANDBOOK), read_corpus(HANDBOOK))
    assert [finding for finding in findings if finding.severity == "error"] == []


def test_the_project_speaks_of_itself_alone() -> None:
    """No address of a registry's file, and no path of somebody's machine, stands in a text of the project."""
    pattern = re.compile(r"https?://\S+\.(?:whl|tar\.gz|tgz|deb)\b|/(?:root|home)/\w")
    texts = [ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    assert [path.name for path in texts if pattern.search(path.read_text("utf-8"))] == []
