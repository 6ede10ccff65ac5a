"""What cibuildwheel runs over each wheel: the compiled scanner is in it, and ranks a tiny run."""

from pathlib import Path
from tempfile import TemporaryDirectory

import assay
from assay.compiled import IS_COMPILED, scanner_used

with TemporaryDirectory() as folder:
    qrels, run = Path(folder, "qrels.txt"), Path(folder, "run.txt")
    qrels.write_text("q1 0 d1 1\nq2 0 d4 1\n", "utf-8")
    run.write_text("q1 Q0 d1 1 1.5 x\nq1 Q0 d2 2 2.5 x\nq2 Q0 d4 1 3 x\n", "utf-8")
    figure = assay.score(str(qrels), str(run), ["RR"]).mean("RR")

if not IS_COMPILED or figure != 0.75:
    raise SystemExit(f"{scanner_used()}; RR is {figure}, not 0.75")
