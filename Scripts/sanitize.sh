#!/usr/bin/env bash
# Runs all Swift tests and all black-box tests with a sanitizer: Scripts/sanitize.sh thread|address [pytest options]
#
# The thread sanitizer watches a server of two loops, where threads meet; the address sanitizer one of one loop.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
kind=${1:?thread or address}
shift
built=$PWD/.build/$kind
reports=$(mktemp -d)
build=(-c release --sanitize="$kind" -Xswiftc -enable-testing --scratch-path "$built")

options="exitcode=66:log_path=$reports/report"
# The leak sanitizer does not know the pointers that Swift keeps in other bits; that nothing leaks says the test of
# lifetimes and the memory of a long run.
export ASAN_OPTIONS="$options:detect_leaks=0" TSAN_OPTIONS="$options"
[[ $kind == thread ]] && export GAMESERVER_ARGS="--io-threads 2"
# Sanitized, and beside others, everything takes several times as long.
export GAMESERVER_PATIENCE=4 GAMESERVER="$built/release/GameServer"

swift build --build-tests "${build[@]}"
status=0
swift test --disable-xctest --skip-build "${build[@]}" || status=1
.venv/bin/python -m pytest Tests/BlackBox --timeout 300 "$@" || status=1
for report in "$reports"/*; do
    [[ -e $report ]] || continue
    cat "$report"
    status=1
done
rm -rf "$reports"
exit "$status"
