#!/usr/bin/env bash
# Refuses white space at the end of a line in any text file of the project, and tabs in Swift.
# Corpora hold input as it came, and are left alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
refuse() {
    local message=$1
    shift
    # 0 is found, 1 is clean, anything else is an error of git's own.
    local status=0
    git --no-pager grep --no-index --exclude-standard -nIP "$@" ':(exclude,glob)**/corpus/**' ':(exclude)LICENSE' || status=$?
    ((status > 1)) && exit "$status"
    ((status == 1)) || { echo "$message" >&2 && failed=1; }
}

refuse "The lines above end in white space. Take it out." '[ \t]+$' -- .
refuse "The Swift lines above have tabs. Indent with four spaces; write a tab in a literal as \\t." '\t' -- '*.swift'
exit "$failed"
