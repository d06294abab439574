// A libFuzzer target: see run.sh.

import GameCore

/// Checks one input: reading must not crash, what was read is written again as it was but for checksums, and
/// a
/// puzzle out of it is the same when a file of it is read.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzAcrossLite(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    guard let file = try? AcrossLiteFile(input) else { return 0 }
    let written = file.bytes
    precondition(written.count == input.count, "nothing is lost and nothing added")
    precondition(!file.warnings.isEmpty || written == input, "byte for byte")
    guard let again = try? AcrossLiteFile(written) else { preconditionFailure("what is written is read") }
    precondition(again.warnings.isEmpty && again.bytes == written, "with the right checksums")
    guard let puzzle = try? file.puzzle() else { return 0 }
    let copy = try? AcrossLiteFile(AcrossLiteFile(puzzle).bytes).puzzle()
    precondition(copy == puzzle, "a puzzle is the same after a file")
    return 0
}
