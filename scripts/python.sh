#!/usr/bin/env bash
# Prints a Python that is new enough and can make a virtual environment.
set -euo pipefail

good() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.11 python3.12 python3.13 python3.14 /usr/bin/python3; do
        if [ -n "$candidate" ] && good "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

find_python && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    {
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3 python3-venv
    } >&2
    find_python && exit 0
fi
echo "Meowple needs Python 3.11 or newer with the venv module. On Debian: apt install python3-venv" >&2
exit 1
