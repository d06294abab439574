#!/usr/bin/env bash
# Runs the Swift and the black-box tests with a sanitizer: Scripts/sanitize.sh thread|address [pytest options]
#
# Tests marked `unsanitized` are left out: they measure memory, or need libfaketime, which does not start with a sanitizer.
#
# Under the thread sanitizer the server runs two event loops, so that threads interact; otherwise it runs one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
kind=${1:?thread or address}
shift
built=$PWD/.build/$kind
reports=$(mktemp -d)
build=(-c release --sanitize="$kind" -Xswiftc -enable-testing --scratch-path "$built")

options="exitcode=66:log_path=$reports/report"
# The leak sanitizer does not recognise the pointers that Swift stores with tag bits. The lifetime tests and the soak
# test look for leaks instead.
export ASAN_OPTIONS="$options:detect_leaks=0" TSAN_OPTIONS="$options"
[[ $kind == thread ]] && export GAMESERVER_ARGS="--io-threads 2"
# Sanitized code is several times slower.
export GAMESERVER_PATIENCE=4 GAMESERVER="$built/release/GameServer"

swift build --build-tests "${build[@]}"
status=0
swift test --disable-xctest --skip-build "${build[@]}" || status=1
.venv/bin/python -m pytest Tests/BlackBox -m "not slow and not unsanitized" --timeout 300 "$@" || status=1
for report in "$reports"/*; do
    [[ -e $report ]] || continue
    cat "$report"
    status=1
done
rm -rf "$reports"
exit "$status"
