#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests; installs one where it may.
set -euo pipefail

find_chromium() {
    local candidate
    for candidate in "${MEOWPLE_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

find_chromium && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    {
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium
    } >&2
    find_chromium && exit 0
fi
echo "The browser tests need Chromium or Google Chrome: install one, or set MEOWPLE_CHROMIUM to its path." >&2
exit 1
