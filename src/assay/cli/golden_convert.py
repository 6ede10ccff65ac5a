"""``assay golden convert``: data sets of other tools in, golden sets, BEIR and TREC out."""

import click

_SOURCES = click.Choice(["assay", "beir", "squad", "ragas", "llamaindex", "deepeval", "autorag"])
_TARGETS = click.Choice(["assay", "beir", "trec"])


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "read_as", type=_SOURCES, help="Whose format IN is, where its content does not tell.")
@click.option("--to", "write_as", type=_TARGETS, help="The format of OUT, where its name does not tell.")
@click.option("--corpus", metavar="PATH", help="The documents, where IN neither holds nor names them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def convert(**options: object) -> None:
    """Write the data set IN as OUT: a golden set (.jsonl), a BEIR folder, or TREC judgements (.qrels, .trec, .txt).

    IN is a golden set, a BEIR folder, SQuAD JSON, a ragas test set, a LlamaIndex data set, DeepEval goldens, or
    AutoRAG's qa.parquet. Texts that IN carries go beside a golden set as NAME.corpus.jsonl. What OUT cannot hold is
    told, and nothing is overwritten.

    \b
    Examples:
      assay golden convert dev-v2.0.json golden.jsonl
      assay golden convert testset.csv golden.jsonl --from ragas
      assay golden convert golden.jsonl collection/ --to beir
    """  # noqa: D301 - click reads the \b
    from assay.cli.golden_converting import run_convert

    run_convert(**options)  # pyright: ignore[reportArgumentType]
