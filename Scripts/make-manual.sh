#!/usr/bin/env bash
# Prints the manual page GameServer(1), made from the help of the release build by the tool of swift-argument-parser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

day=$(git log -1 --format=%cd --date=format:%Y-%m-%d)
# The tool's plugin, or a release build with other options, would build the program again. In a manual an empty line is a
# fault.
swift build --product generate-manual >&2
.build/debug/generate-manual .build/release/GameServer --output-directory - --date "$day" | sed '/^$/d'
