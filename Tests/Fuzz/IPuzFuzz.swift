// A libFuzzer target, compiled together with the few files of GameServer that read ipuz: see run.sh.

import GameCore

/// All of the server's settings that reading ipuz needs.
struct Settings {
    static let jsonDepth = 8
}

extension JSONValue {
    fileprivate var hasFractions: Bool {
        switch self {
        case .fraction: true
        case .list(let list): list.contains(where: \.hasFractions)
        case .object(let object): object.values.contains(where: \.hasFractions)
        default: false
        }
    }
}

/// Checks one input: reading must not crash, what was read is written again with all that was in it, and a
/// puzzle out of it is the same when a file of it is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIPuz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    checkText(String(decoding: input, as: UTF8.self))
    guard let file = try? IPuzFile(input) else { return 0 }
    // Foundation reads the last digits of long fractions one way now and another way then.
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
