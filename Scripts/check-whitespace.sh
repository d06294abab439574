#!/usr/bin/env bash
# Rejects trailing white space in all text files of the project, and tabs in Swift files.
# Corpora are skipped, because they hold raw input.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
refuse() {
    local message=$1
    shift
    # git grep exits with 0 for a match, 1 for no match, and anything else for an error.
    local status=0
    git --no-pager grep --no-index --exclude-standard -nIP "$@" ':(exclude,glob)**/corpus/**' ':(exclude)LICENSE' || status=$?
    ((status > 1)) && exit "$status"
    ((status == 1)) || { echo "$message" >&2 && failed=1; }
}

refuse "The lines above have trailing white space. Remove it." '[ \t]+$' -- .
refuse "The Swift lines above have tabs. Indent with four spaces; write a tab in a literal as \\t." '\t' -- '*.swift'
exit "$failed"
