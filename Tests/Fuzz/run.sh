#!/bin/bash
# Fuzzes the readers of untrusted input with the address sanitizer, one target after the other.
#
#     Tests/Fuzz/run.sh                     # 60 s each
#     Tests/Fuzz/run.sh 600 BodyFuzz        # ten minutes of one target
#     Tests/Fuzz/run.sh 0                   # the corpus only, once
#
# Failing inputs are saved in .build/fuzz. Add them to the corpus, which `ReplayTests` replays in every test run.
set -euo pipefail
seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"

# Each target with its corpus and the maximum size of an input in bytes.
targets=(
    HTTPParserFuzz:http:6000 AddressFuzz:address:2000 BodyFuzz:body:3000 RequestFuzz:request:3000
    ResumeFuzz:resume:100 JournalFuzz:journal:6000 AcrossLiteFuzz:puz:3000 IPuzFuzz:ipuz:3000
)

# Dependencies are linked from the release build; the project's own modules are compiled again, with the sanitizer and
# coverage.
built=${BUILT:-$(swift build -c release --show-bin-path)}
checkouts=$(cd "$built/../.." && pwd)/checkouts
work=$root/.build/fuzz
mkdir -p "$work"
# Swift's crash reporter conflicts with libFuzzer's, and the leak sanitizer does not recognise the pointers that Swift
# stores with tag bits.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

folders=(-I "$work" -I "$built/Modules" -I "$built/CBuild.build" -I "$checkouts/GRDB.swift/Sources/GRDBSQLite")
for map in Sources/*/module.modulemap; do folders+=(-I "$(dirname "$map")"); done

# `make build` links the Swift libraries statically, so the objects of the release build need them here too.
compile() {
    swiftc -static-stdlib -D FUZZING -sanitize=fuzzer,address -package-name fivebyfive -parse-as-library \
        -swift-version 6 -enable-upcoming-feature ExistentialAny \
        -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
        "${folders[@]}" "$@"
}

# module NAME OPTION…: compiles a module that the targets import, if a source has changed.
module() {
    local name=$1 sources=()
    shift
    mapfile -t sources < <(find "Sources/$name" -name '*.swift' ! -name Main.swift | sort)
    if [[ -f $work/$name.o && -z $(find Sources -newer "$work/$name.o") ]]; then return; fi
    echo "-- $name"
    compile -O -wmo -enable-testing "$@" -module-name "$name" -emit-module -emit-module-path "$work/$name.swiftmodule" \
        -c "${sources[@]}" -o "$work/$name.o"
}

module GameCore
module EventIO
module GameJSON
module GameStore -default-isolation MainActor
module GameServerKit -default-isolation MainActor
modules=("$work"/{GameCore,EventIO,GameJSON,GameStore,GameServerKit}.o)
linked=(-use-ld=lld -lcrypto -lz -l:libhiredis.a)
grep -v -E '/(GameCore|EventIO|GameJSON|GameStore|RedisStore|GameServerKit|GameServer)\.build/' "$built/GameServer.product/Objects.LinkFileList" >"$work/libraries"

for line in "${targets[@]}"; do
    IFS=: read -r target corpus longest <<<"$line"
    [[ -z ${2:-} || $2 == "$target" ]] || continue
    echo "== $target"
    # Unoptimised, because optimised code does not print the messages of preconditions.
    if [[ ! -x $work/$target || -n $(find "$here" "$work"/*.o -name "*.[so]*" -newer "$work/$target") ]]; then
        compile -Onone -module-name "$target" "$here/$target.swift" "$here/SampleGames.swift" "${modules[@]}" \
            "@$work/libraries" "${linked[@]}" -o "$work/$target"
    fi
    options=(-max_len="$longest" -timeout=30 -rss_limit_mb=6000 -artifact_prefix="$work/$target-")
    seeds=$here/corpus/$corpus
    if ((seconds == 0)); then
        "$work/$target" "${options[@]}" -runs=0 "$seeds" 2>&1 | grep -v "^INFO:"
    else
        # New inputs go to a separate folder; the seeds are only read.
        mkdir -p "$work/found/$corpus"
        "$work/$target" "${options[@]}" -print_final_stats=1 -max_total_time="$seconds" -dict="$here/$corpus.dict" \
            "$work/found/$corpus" "$seeds"
    fi
done
