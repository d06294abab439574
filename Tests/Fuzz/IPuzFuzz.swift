// A libFuzzer target: see run.sh.

import GameCore

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// Checks that reading an ipuz file does not crash and that files and puzzles round-trip.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzIPuz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    checkText(String(decoding: input, as: UTF8.self))
    guard let file = try? IPuzFile(input) else { return 0 }

    let isExact = !JSONValue.object(file.document).hasFractions
    let again = try? IPuzFile(file.bytes)
    precondition(isExact ? again == file : again != nil, "a file round-trips")
    guard let puzzle = try? file.puzzle() else { return 0 }
    let copy = try? IPuzFile(IPuzFile(puzzle).bytes).puzzle()
    precondition(copy == puzzle, "a puzzle round-trips through a file")
    return 0
}

private func checkText(_ text: String) {
    precondition(HTMLText.plain(HTMLText.escaped(text)) == text, "escaped text round-trips")
    guard let notes = try? PuzzleText.notes(text) else { return }
    precondition((try? PuzzleText.notes(notes)) == notes, "cleaning notes is idempotent")
}
