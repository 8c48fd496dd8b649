#!/usr/bin/env bash
# Prints the folder with PostgreSQL's programs for the server tests; installs them where it may, but not with --find.
set -euo pipefail

find_postgres() {
    local folder
    for folder in "${MEOWPLE_POSTGRES:-}" "$(pg_config --bindir 2>/dev/null || true)" \
        $(ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin 2>/dev/null | sort -Vr) /usr/local/bin /usr/bin; do
        if [ -n "$folder" ] && [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
            echo "$folder"
            return 0
        fi
    done
    return 1
}

find_postgres && exit 0
if [ "${1:-}" = --find ]; then exit 1; fi # only what is there already
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    {
        apt-get update
        # Debian's package would start a server of its own: the tests start theirs.
        mkdir -p /etc/postgresql-common
        [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql
    } >&2
    find_postgres && exit 0
fi
echo "The server tests need PostgreSQL's programs: install it (on Debian: apt install postgresql), or set MEOWPLE_POSTGRES to the folder with initdb and postgres." >&2
exit 1
