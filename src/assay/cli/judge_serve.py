"""``assay judge serve``: a model file served on loopback."""

from typing import Any

import click


@click.command()
@click.argument("path", metavar="MODEL.gguf", type=click.Path())
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="Threads that compute.")
@click.option(
    "--context", type=click.IntRange(min=128), default=4096, show_default=True, help="Tokens of prompt and reply."
)
@click.option("--slots", type=click.IntRange(min=1), default=1, show_default=True, help="Calls answered at once.")
@click.option("--embeddings", is_flag=True, help="Serve /embeddings too.")
@click.option("--reuse-prompts", is_flag=True, help="Faster; a reply may then depend on what was asked before.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object once the server is up.")
def serve(path: str, **options: Any) -> None:
    """Serve a GGUF model on 127.0.0.1 as an OpenAI-compatible endpoint, until Ctrl-C.

    \b
    Example:
      assay judge serve qwen2.5-1.5b-instruct-q4_k_m.gguf --threads 2
    """  # noqa: D301 - click reads the \b
    from assay.cli.serving import run_serve

    run_serve(path, **options)
