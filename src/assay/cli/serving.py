"""The heavy half of ``assay judge serve``."""

from contextlib import suppress
from pathlib import Path
from threading import Event

import click

from assay.cli.stdout import for_stdout
from assay.models.loopback import serve_gguf
from assay.models.served_document import ServedDocument
from assay.version import __version__


def run_serve(
    path: str, *, threads: int, context: int, slots: int, embeddings: bool, reuse_prompts: bool, as_json: bool
) -> None:
    """Serve a model, say where, and wait for Ctrl-C."""
    model = Path(path).stem
    settings = {"threads": threads, "context": context, "slots": slots}
    with (
        suppress(KeyboardInterrupt),
        serve_gguf(path, embeddings=embeddings, reuse_prompts=reuse_prompts, **settings) as url,
    ):
        if as_json:
            click.echo(for_stdout(ServedDocument(assay=__version__, base_url=url, model=model).to_json()))
        else:
            click.echo(f"{url}\n\nexport ASSAY_BASE_URL={url}\nexport ASSAY_MODEL={model}")
        click.echo(f"serving {model}, Ctrl-C stops", err=True)
        Event().wait()
