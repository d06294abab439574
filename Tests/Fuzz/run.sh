#!/bin/sh
# Fuzzes the HTTP parser: Tests/Fuzz/run.sh [seconds]. A crash leaves its input in the folder that is named at the end.
set -eu
seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
mkdir "$work/corpus"
swiftc -O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -module-name HTTPParserFuzz \
    "$here"/../../Sources/EventIO/HTTP1/*.swift "$here"/HTTPParserFuzz.swift -o "$work/fuzz"
# New inputs go to the temporary folder; the seeds are only read.
if "$work/fuzz" -max_total_time="$seconds" -max_len=6000 -timeout=10 -dict="$here/http.dict" \
    -artifact_prefix="$work/" -print_final_stats=1 "$work/corpus" "$here/corpus/http"; then
    rm -rf "$work"
else
    echo "the input that failed is in $work" >&2
    exit 1
fi
