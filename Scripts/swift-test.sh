#!/usr/bin/env bash
# Runs `swift test` with the given options, and fails if a test fails or is skipped: a skipped test proves nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

output=$(mktemp)
trap 'rm -f "$output"' EXIT
"${SWIFT:-swift}" test --disable-xctest "$@" 2>&1 | tee "$output"
if grep -E '^[^◇✔✘] (Test|Suite) .* skipped' "$output" >&2; then
    echo "Tests were skipped, so this run has failed." >&2
    exit 1
fi
