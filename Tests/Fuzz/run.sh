#!/bin/sh
# Fuzzes what reads bytes from outside, one target after the other: Tests/Fuzz/run.sh [seconds each].
# A crash leaves its input in the folder that is named at the end.
set -eu
seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$here/../../Sources" && pwd)
work=$(mktemp -d)
cd "$work"

compile() { swiftc -O -wmo -sanitize=fuzzer,address -parse-as-library -swift-version 6 -I "$work" "$@"; }

# module NAME SOURCE…: what targets import.
module() {
    name=$1
    shift
    compile -module-name "$name" -emit-module -emit-module-path "$work/$name.swiftmodule" -c "$@" -o "$work/$name.o"
}

# fuzz TARGET CORPUS LONGEST SOURCE…: inputs of at most LONGEST bytes.
fuzz() {
    target=$1 corpus=$2 longest=$3
    shift 3
    echo "== $target"
    compile -module-name "$target" "$@" "$here/$target.swift" -o "$work/$target"
    # New inputs go to the temporary folder; the seeds are only read.
    mkdir -p "$work/new/$corpus"
    if ! "$work/$target" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -dict="$here/$corpus.dict" \
        -artifact_prefix="$work/" -print_final_stats=1 "$work/new/$corpus" "$here/corpus/$corpus"; then
        echo "the input that failed is in $work" >&2
        exit 1
    fi
}

fuzz HTTPParserFuzz http 6000 "$sources"/EventIO/HTTP1/*.swift

# shellcheck disable=SC2046 -- the names of our sources have no spaces
module GameCore $(find "$sources/GameCore" -name '*.swift')
fuzz AcrossLiteFuzz puz 3000 "$work/GameCore.o"

module EventIO "$sources"/EventIO/HTTP1/*.swift
server=$sources/GameServer
fuzz IPuzFuzz ipuz 3000 "$work/GameCore.o" "$work/EventIO.o" \
    "$server"/Representation/IPuz*.swift "$server/Representation/Puzzle+IPuz.swift" \
    "$server/Representation/HTMLText.swift" "$server/Representation/JSONValue.swift" \
    "$server/Representation/JSONValue+Writing.swift" "$server/Representation/JSONWriter.swift" \
    "$server/HTTP/RequestBody.swift" "$server/HTTP/Problem.swift" "$server/HTTP/ProblemTable.swift"

rm -rf "$work"
