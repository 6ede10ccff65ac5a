"""What a project's files say of its gate."""

from pathlib import Path

import pytest

from assay.errors import BadFileError
from assay.gating.configuration import find_configuration, read_configuration

PYPROJECT = '[tool.assay.gate]\nrequire = ["R@5 >= 0.8"]\nmax_failures = 2\n'


def test_the_nearest_file_that_speaks_of_the_gate_is_taken(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'x'\n", "utf-8")
    found = find_configuration(inner)
    assert found.path == tmp_path / "pyproject.toml"
    assert found.options() == {"require": ["R@5 >= 0.8"], "max_failures": 2}


def test_assay_toml_comes_before_pyproject_toml(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    (tmp_path / "assay.toml").write_text('[gate]\nrequire = "AP >= 0.1"\nundecided = 6\n', "utf-8")
    assert find_configuration(tmp_path).options() == {"require": ["AP >= 0.1"], "undecided": "6"}


def test_a_baseline_is_taken_from_the_folder_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("{}", "utf-8")
    (tmp_path / "assay.toml").write_text('[gate]\nbaseline = "old.json"\n', "utf-8")
    assert find_configuration(tmp_path).options() == {"baseline": str(tmp_path / "old.json")}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('requires = ["R@5 >= 0.8"]', "field 'gate.requires': .*\nHint: did you mean 'require'?"),
        ("answers = 1", "field 'gate.answers': there is no such key\nHint: the keys are require, by, baseline"),
        ("max_failures = -1", "field 'gate.max_failures': .* greater than or equal to 0, got -1"),
        ('strict = "yes"', "field 'gate.strict': .* valid boolean, got 'yes'"),
        ("alpha = 0.5", "field 'gate.alpha': .* less than 0.5, got 0.5"),
        ('undecided = "maybe"', "field 'gate.undecided': .*'pass', 'fail' or '6', got 'maybe'"),
        ('require = ["R@5 => 0.8"]', r"field 'gate.require.0': the rule cannot be read: '=>' is no operator"),
        ("require = [1]", "field 'gate.require.0': .* valid string, got 1"),
        ("alpha = 0.05\nlevel = 0.9", "field 'gate': alpha and level say the same thing"),
    ],
)
def test_what_the_gate_does_not_take_is_named_with_file_and_key(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "assay.toml"
    path.write_text(f"[gate]\n{text}\n", "utf-8")
    with pytest.raises(BadFileError, match=f"(?s)assay.toml: {says}"):
        find_configuration(tmp_path)


def test_what_is_no_toml_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.assay.gate]\nstrict = maybe\n", "utf-8")
    with pytest.raises(BadFileError, match=r"pyproject.toml: not TOML: .*line 2"):
        find_configuration(tmp_path)


def test_a_named_file_must_speak_of_the_gate(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[other]\n", "utf-8")
    with pytest.raises(BadFileError, match=r"expected a table \[gate\]"):
        read_configuration(tmp_path / "mine.toml")


def test_a_gate_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("gate = 3\n", "utf-8")
    with pytest.raises(BadFileError, match="field 'gate'"):
        read_configuration(tmp_path / "mine.toml")
