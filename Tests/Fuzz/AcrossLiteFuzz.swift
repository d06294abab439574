// A libFuzzer target: see run.sh.

import GameCore

/// Checks that reading an AcrossLite file does not crash and that files and puzzles round-trip.
///
/// A file that was read is written back byte for byte, except for wrong checksums.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzAcrossLite(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    guard let file = try? AcrossLiteFile(input) else { return 0 }
    let written = file.bytes
    precondition(written.count == input.count, "the written file has the size of the input")
    precondition(!file.warnings.isEmpty || written == input, "a valid file is written byte for byte")
    guard let again = try? AcrossLiteFile(written) else { preconditionFailure("a written file can be read") }
    precondition(again.warnings.isEmpty && again.bytes == written, "a written file has correct checksums")
    guard let puzzle = try? file.puzzle() else { return 0 }
    let copy = try? AcrossLiteFile(AcrossLiteFile(puzzle).bytes).puzzle()
    precondition(copy == puzzle, "a puzzle round-trips through a file")
    return 0
}
