#!/usr/bin/env bash
# Run the quick tests with the lowest versions of the dependencies, with newer Pythons, and with Datasette's pre-release.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quick="not slow and not browser and not long and not growth and not thorough"

"$python" -m venv "$scratch/uv"
"$scratch/uv/bin/pip" install --quiet --disable-pip-version-check uv
uv=$scratch/uv/bin/uv

# Make an environment with one Python: environment NAME PYTHON [REQUIREMENT OR OPTION ...]
environment() {
  printf '\n== %s\n' "$1"
  "$uv" venv --quiet --clear --python "$2" "$scratch/venv"
  "$uv" pip install --quiet --python "$scratch/venv/bin/python" "${@:3}" -e ".[dev]"
}

environment "lowest versions of the dependencies" "$python" --resolution lowest-direct
"$scratch/venv/bin/pytest" -q -n auto --dist worksteal -m "$quick" -W default

for newer in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9].*/bin/python; do
  [ -x "$newer" ] || continue
  environment "$("$newer" -V)" "$newer"
  "$scratch/venv/bin/pytest" -q -n auto --dist worksteal -m "$quick"
done

environment "Datasette's pre-release" "$python" "datasette>=1.0a0"
"$scratch/venv/bin/pytest" -q -n auto --dist worksteal -W default -m "not thorough" tests/archive/site
