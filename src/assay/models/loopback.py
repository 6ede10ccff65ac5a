"""A model file served on this machine alone: llama.cpp's OpenAI-compatible server in a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Any

from assay.errors import BadFileError, MissingExtraError, Problem

_ADDRESS = "address "  # before the address in the child's output, of which the native library may write more


@dataclass(frozen=True, slots=True, kw_only=True)
class _Served:
    path: str
    name: str
    threads: int
    context: int
    slots: int
    embeddings: bool
    reuse_prompts: bool


@contextmanager
def serve_gguf(
    path: str | Path,
    *,
    threads: int = 1,
    context: int = 2048,
    slots: int = 1,
    embeddings: bool = False,
    reuse_prompts: bool = False,
    patience_s: float = 300.0,
) -> Generator[str]:
    """Serve a GGUF model on 127.0.0.1, on a free port, as long as the context lasts.

    Parameters
    ----------
    path
        The model, llama.cpp's format; its name without the ending is what the server calls it.
    threads
        Threads that compute. Another number of them may change a reply at temperature 0.
    context
        Longest prompt and reply together of one call, in tokens.
    slots
        Calls answered at once; memory for the context grows with them.
    embeddings
        Also serve ``/embeddings``: the mean of the tokens' vectors.
    reuse_prompts
        Keep what was computed of a call's prompt for the next one that begins alike: faster, but a reply may then
        depend on what was asked before it.
    patience_s
        How long loading may take, in seconds.

    Yields
    ------
    The address, up to and with ``/v1``: what `OpenAIChat` takes as ``base_url``, with ``key_env=None``.

    Raises
    ------
    BadFileError
        The file is not there, is no GGUF, is damaged, or was not loaded in time.
    MissingExtraError
        ``assay[local]`` is not installed.

    Notes
    -----
    The server runs in another process: in this one, native code that aborts over a damaged file would take everything
    with it, and a server that is closed while it writes a reply never ends. It dies with this process.
    """
    served = Path(path)
    _check(served)
    if find_spec("xllamacpp") is None:
        raise MissingExtraError("A model on loopback", 'pip install "assay[local]"')
    settings = _Served(
        path=str(served.resolve()),
        name=served.stem,
        threads=threads,
        context=context * slots,
        slots=slots,
        embeddings=embeddings,
        reuse_prompts=reuse_prompts,
    )
    with TemporaryFile() as said, _child(settings, said) as child:
        address = _address(child, patience_s)
        if address is None:
            raise _bad(served, f"the model cannot be loaded: {_why(said, child.poll())}")
        yield f"{address}/v1"


def _check(path: Path) -> None:
    try:
        with path.open("rb") as file:
            begins = file.read(4)
    except OSError as error:
        raise _bad(path, f"the model cannot be read: {error.strerror}") from error
    if begins != b"GGUF":
        raise _bad(path, f"this is no GGUF file: it begins with {begins!r}, expected b'GGUF'")


@contextmanager
def _child(settings: _Served, said: IO[bytes]) -> Generator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", __name__, json.dumps(asdict(settings))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def _address(child: subprocess.Popen[str], patience_s: float) -> str | None:
    assert child.stdout is not None
    late = Timer(patience_s, child.kill)
    late.start()
    try:
        return next((line[len(_ADDRESS) :].strip() for line in child.stdout if line.startswith(_ADDRESS)), None)
    finally:
        late.cancel()


def _why(said: IO[bytes], code: int | None) -> str:
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").splitlines()
    errors = [line.partition(" E ")[2] for line in lines if " E " in line]
    return " ".join((errors or lines[-1:] or [f"the server ended with {code}"])[0].split())[:300]


def _bad(path: Path, text: str) -> BadFileError:
    hint = "a model in llama.cpp's format, downloaded whole, is wanted."
    return BadFileError([Problem(path=str(path), text=text)], hint=hint)


def _serve(settings: _Served) -> None:
    """Serve, in the child, until the parent closes this process's input or is gone."""
    xllamacpp: Any = import_module("xllamacpp")  # its types are compiled away
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the child too; when to end is the parent's to say
    params = xllamacpp.CommonParams()
    params.model.path, params.model_alias = settings.path, {settings.name}
    params.hostnames, params.port, params.ui, params.verbosity = ["127.0.0.1"], 0, False, 1
    params.n_ctx, params.n_parallel = settings.context, settings.slots
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads
    params.cache_prompt, params.cache_ram_mib, params.warmup = settings.reuse_prompts, 0, False
    if settings.embeddings:
        params.embedding = True
        params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{_ADDRESS}{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # an orderly end waits for ever on a reply under way


if __name__ == "__main__":
    _serve(_Served(**json.loads(sys.argv[1])))
