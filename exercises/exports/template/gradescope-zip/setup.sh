#!/usr/bin/env bash
# Gradescope runs this once, when it makes the image: a Python of 3.11 or newer, and the packages that the grader needs.
set -eu
root="${AUTOGRADER_ROOT:-/autograder}"
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv
new="import sys; sys.exit(sys.version_info < (3, 11))"
python=python3
if ! "$python" -c "$new"; then
    apt-get install -y --no-install-recommends python3.11 python3.11-venv
    python=python3.11
fi
"$python" -m venv "$root/source/python"
"$root/source/python/bin/python" -m pip install --no-cache-dir -r "$root/source/grader/requirements.txt"
