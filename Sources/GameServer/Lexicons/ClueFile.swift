import Foundation
import GameCore

/// The clues in a file: `WORD`, how common it is (1 to 5), its class and a clue on each line, between tabs.
nonisolated struct ClueFile {
    let entries: [ClueBook.Entry]

    /// Reads `file`; nil when there is none.
    ///
    /// Lines that begin with `#` or are no clues are passed over.
    init?(_ file: URL) {
        guard let data = try? Data(contentsOf: file) else { return nil }
        entries = Array(data).split(separator: UInt8(ascii: "\n")).compactMap(Self.entry)
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> ClueBook.Entry? {
        let fields = line.split(separator: UInt8(ascii: "\t"))
        guard fields.count == 4, line.first != UInt8(ascii: "#"), fields[1].count == 1,
            let level = Int(String(decoding: fields[1], as: UTF8.self))
        else { return nil }
        let word = String(decoding: fields[0], as: UTF8.self).compactMap { Letter(String($0)) }
        return ClueBook.Entry(word: word, level: level, clue: String(decoding: fields[3], as: UTF8.self))
    }
}
