// A libFuzzer target: see run.sh.

import GameCore

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// Checks one input: reading must not crash, what was read is written again with all that was in it, and a
/// puzzle out of it is the same when a file of it is read.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzIPuz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    checkText(String(decoding: input, as: UTF8.self))
    guard let file = try? IPuzFile(input) else { return 0 }

    let isExact = !JSONValue.object(file.document).hasFractions
    let again = try? IPuzFile(file.bytes)
    precondition(isExact ? again == file : again != nil, "nothing is lost")
    guard let puzzle = try? file.puzzle() else { return 0 }
    let copy = try? IPuzFile(IPuzFile(puzzle).bytes).puzzle()
    precondition(copy == puzzle, "a puzzle is the same after a file")
    return 0
}

private func checkText(_ text: String) {
    precondition(HTMLText.plain(HTMLText.escaped(text)) == text, "escaped text is shown as it was")
    guard let shown = try? PuzzleText.notes(text) else { return }
    precondition((try? PuzzleText.notes(shown)) == shown, "what can be seen stays as it is")
}
