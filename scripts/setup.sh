# Sourced by the launchers: makes .venv beside the project, with the exact versions of
# requirements.lock, unless it is there already. Needs nothing but Python 3.11 or newer.

root=$(cd "$(dirname "$0")/.." && pwd)
venv="$root/.venv"

find_python() {
    for name in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        [ -n "$name" ] || continue
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Python 3.11 or newer is needed and was not found; set PYTHON to one." >&2
    exit 2
}

make_environment() {
    python=$(find_python)
    echo "Setting up $venv (once) ..." >&2
    rm -rf "$venv"
    "$python" -m venv "$venv" || {
        echo "Python's venv module does not work here (on Debian: install python3-venv)." >&2
        exit 2
    }
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --require-hashes -r "$root/requirements.lock"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-deps --no-build-isolation --config-settings editable_mode=compat -e "$root"
    cp "$root/requirements.lock" "$venv/installed.lock"
}

cmp -s "$root/requirements.lock" "$venv/installed.lock" || make_environment
export PATH="$venv/bin:$PATH"
