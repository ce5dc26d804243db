# Every target sets up what it needs: a .venv in this folder, by uv if it is there, else by pip.
PYTHON := $(shell for name in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$name; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python

.PHONY: demo test check bench torture generate clean

demo: $(VENV)/.installed
	@$(BIN)/upcard demo

test: $(VENV)/.dev
	$(RUN) -m pytest -q

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(RUN) -m tools.generate --check
	$(RUN) -m pytest -q -m check

torture: $(VENV)/.dev
	$(RUN) -m pytest -q -m torture

bench: $(VENV)/.dev
	$(RUN) -m bench

generate: $(VENV)/.dev
	$(RUN) -m tools.generate

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Upcard needs Python 3.11 or later; none was found on the path" >&2; exit 1; }
	@if command -v uv >/dev/null 2>&1; then uv venv -q --seed -p $(PYTHON) $(VENV); else $(PYTHON) -m venv $(VENV); fi

$(VENV)/.installed: pyproject.toml hatch_build.py | $(VENV)/bin/python
	@if command -v uv >/dev/null 2>&1; then VIRTUAL_ENV=$(VENV) uv pip install -q -e .; \
	else $(RUN) -m pip install -q --disable-pip-version-check -e .; fi
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@if command -v uv >/dev/null 2>&1; then VIRTUAL_ENV=$(VENV) uv pip install -q -e '.[dev]'; \
	else $(RUN) -m pip install -q --disable-pip-version-check -e '.[dev]'; fi
	@touch $@

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
