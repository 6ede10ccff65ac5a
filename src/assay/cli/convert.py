"""``assay convert``: judgements and runs from one format to another."""

import json
from typing import Any

import click

_READ = click.Choice(["trec", "tsv", "csv", "json", "jsonl", "parquet", "arrow", "npy"])
_WRITTEN = click.Choice(["trec", "tsv", "csv", "json", "jsonl", "parquet"])


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--kind", type=click.Choice(["qrels", "run"]), help="What IN holds, where its columns do not say so.")
@click.option("--from", "read_as", type=_READ, help="The format of IN, where its content could be read in two ways.")
@click.option("--to", "write_as", type=_WRITTEN, help="The format of OUT, where its name does not say so.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def convert(*, source: str, target: str, kind: Any, read_as: Any, write_as: Any, as_json: bool) -> None:
    """Write the judgements or the run of IN to OUT in another format; - is standard input or output.

    IN is told by its content, OUT by the ending of its name; .gz, .bz2, .xz and .zst compress.

    \b
    Examples:
      assay convert qrels.trec qrels.tsv
      assay convert run.json run.trec.gz --kind run
      cat run.trec | assay convert - - --to jsonl
    """  # noqa: D301 - click's mark for lines to keep is the control character itself
    from assay.data.qrels import Qrels
    from assay.files.reading import UnclearKindError, read_file
    from assay.files.writing import format_by_name, write_qrels, write_run

    if as_json and target == "-":
        raise click.UsageError("--json prints on standard output, where OUT goes as well; name a file.")
    write_as = write_as or format_by_name(target)
    if write_as is None:
        raise click.UsageError(f"the name {target!r} says no format; add --to {'|'.join(_WRITTEN.choices)}.")
    try:
        found = read_file(source, kind=kind, file_format=read_as)
    except UnclearKindError as exc:
        raise click.UsageError(f"{exc}; add --kind qrels or --kind run.") from exc
    if isinstance(found.table, Qrels):
        write_qrels(found.table, target, file_format=write_as)
        sizes = [len(docs) for docs in found.table.grades.values()]
    else:
        write_run(found.table, target, file_format=write_as)
        sizes = [stop - start for start, stop in zip(found.table.starts, found.table.starts[1:], strict=False)]
    counts = {"queries": len(sizes), "rows": int(sum(sizes)), "queries_without_rows": sizes.count(0)}
    settings = {"in": source, "out": target, "kind": found.kind, "from": found.file_format}
    settings |= {"compression": found.compression, "to": write_as}
    _tell(settings, counts, as_json=as_json)


def _tell(settings: dict[str, Any], counts: dict[str, int], *, as_json: bool) -> None:
    from assay.report.visible import visible
    from assay.version import __version__

    if as_json:
        summary = {"assay": __version__, "kind": "conversion", "settings": settings, "counts": counts}
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
        return
    to_stderr = settings["out"] == "-"
    read = settings["from"] + (f" within {settings['compression']}" if settings["compression"] else "")
    size = f"{_counted(counts['queries'], 'query', 'queries')}, {_counted(counts['rows'], 'row', 'rows')}"
    click.echo(visible(f"{settings['out']}: {settings['kind']}, {size}; {read} to {settings['to']}"), err=to_stderr)
    if counts["queries_without_rows"] and settings["to"] != "json":
        lost = _counted(counts["queries_without_rows"], "query has", "queries have")
        click.echo(f"{lost} no rows, and none was written", err=True)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
