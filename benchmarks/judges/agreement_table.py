"""How far each judge of LLMJudge 2024 agrees with people, as a table in Markdown.

    python benchmarks/judges/agreement_table.py FOLDER

FOLDER holds `qrels.tsv` and `judges/*.tsv`. Labels outside people's scale are clipped; their number stands in the last
column.
"""

import sys
from pathlib import Path

from assay.calibration.calibrating import calibrate
from assay.stats.agreement_intervals import Figure

SHOWN = ("kappa", "kappa_quadratic", "alpha_krippendorff", "kendall", "auroc")


def cell(figure: Figure) -> str:
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def main(folder: Path) -> None:
    print("| judge | pairs | kappa | quadratic | alpha | tau-b | AUROC | bias | clipped |")
    print("| --- | ---: | --- | --- | --- | --- | --- | --- | ---: |")
    paths = sorted((folder / "judges").glob("*.tsv"))
    found = {path.stem: calibrate(str(folder / "qrels.tsv"), str(path), clip=True, worst=0) for path in paths}
    for name, one in sorted(found.items(), key=lambda pair: -pair[1].agreement["kappa_quadratic"].value):
        figures = " | ".join(cell(one.agreement[shown]) for shown in SHOWN)
        print(f"| {name} | {one.n} | {figures} | {cell(one.bias)} | {one.n_clipped} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
