#!/bin/sh
# Makes or mends .venv in this checkout and installs Upcard in it, editable.
#   tools/setup.sh [EXTRA]
# Takes uv if it is there and works, else the first Python of 3.11 or later that can make environments.
# PYTHON=... names one to try first.
set -eu
cd "$(dirname "$0")/.."
target=.${1:+[$1]}
venv=.venv

# Good is asked by running: a shim may have the name of a Python that is not installed.
good() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
can_make() { good "$1" && "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

with_uv() {
    command -v uv >/dev/null 2>&1 || return 1
    if ! good "$venv/bin/python"; then
        rm -rf "$venv"
        uv venv --quiet --python "${PYTHON:->=3.11}" "$venv" || return 1
    fi
    uv pip install --quiet --python "$venv/bin/python" --editable "$target"
}

with_pip() {
    if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1 || ! good "$venv/bin/python"; then
        found=
        for python in ${PYTHON:+"$PYTHON"} python3.13 python3.12 python3.11 python3 python3.14; do
            if can_make "$python"; then
                found=$python
                break
            fi
        done
        if [ -z "$found" ]; then
            echo "Upcard needs Python 3.11 or later with its venv module, or uv; neither was found." >&2
            echo "On Debian and Ubuntu: apt install python3-venv. Or name a Python: make PYTHON=/path/to/python3.11" >&2
            return 1
        fi
        rm -rf "$venv"
        "$found" -m venv "$venv"
    fi
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$venv/bin/python" -m pip install --quiet --editable "$target"
}

echo "Installing $target in $venv" >&2
with_uv || with_pip
