# Every target sets up what it needs: a .venv in this folder, by uv if it is there, else by pip (tools/setup.sh).
# PYTHON=... names the Python to make it with.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python
# Tests start Python hundreds of times: what it compiles is kept, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=
GENERATED := $(RUN) -m tools.generate --check
PYTEST := $(RUN) -m pytest -q --maxprocesses 8 --dist worksteal
# Tests of `make check` mostly wait, for terminals, processes and disks: two of them share a processor.
TWICE := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))

.PHONY: demo test check bench torture generate clean

demo: $(VENV)/.installed
	@$(BIN)/upcard demo

test: $(VENV)/.dev
	$(PYTEST) -n auto

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(GENERATED)
	$(PYTEST) -n $(TWICE) -m "check and not torture" || [ $$? -eq 5 ] # 5: no test has this mark

torture: $(VENV)/.dev
	$(PYTEST) -n auto -m torture || [ $$? -eq 5 ]

bench: $(VENV)/.dev
	$(RUN) -m bench

generate: $(VENV)/.dev
	$(RUN) -m tools.generate

# Stamps: what is set up is set up again only when one of these files has changed.
$(VENV)/.installed: pyproject.toml hatch_build.py tools/setup.sh
	@PYTHON="$(PYTHON)" tools/setup.sh
	@touch $@

$(VENV)/.dev: pyproject.toml hatch_build.py tools/setup.sh
	@PYTHON="$(PYTHON)" tools/setup.sh dev
	@touch $(VENV)/.installed $@

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
