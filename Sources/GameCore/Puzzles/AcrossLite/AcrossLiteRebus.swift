/// Cells of a file of AcrossLite that take several letters, which stand in two sections: `GRBS` has for each
/// cell 0, or one more than a key of the table in `RTBL`.
struct AcrossLiteRebus {
    /// One byte for each cell; empty when no cell takes several letters.
    private let keys: [UInt8]
    private let table: [Int: String]

    /// The rebus of `file`, which is 5x5.
    init(_ file: AcrossLiteFile) throws(RuleViolation) {
        keys = file.section("GRBS") ?? []
        guard [0, CellIndex.count].contains(keys.count) else {
            throw RuleViolation(
                .invalidValue, "The file is damaged: its section GRBS is not as large as the puzzle.")
        }
        guard let text = file.encoding.text((file.section("RTBL") ?? [])[...]) else {
            throw RuleViolation(.invalidValue, "The file is damaged: its section RTBL is not text.")
        }
        table = Self.table(text)
    }

    /// Reads ` 0:HEART;12:CLUB;`; what is not written like that is passed over.
    private static func table(_ text: String) -> [Int: String] {
        var table: [Int: String] = [:]
        for entry in text.split(separator: ";") {
            let parts = entry.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let key = Int(parts[0].drop { $0 == " " }) else { continue }
            table[key] = String(parts[1])
        }
        return table
    }

    /// What belongs into the cell at `index`; nil when one letter does.
    func text(at index: CellIndex) throws(RuleViolation) -> String? {
        guard !keys.isEmpty, keys[index.position] > 0 else { return nil }
        guard let text = table[Int(keys[index.position]) - 1] else {
            throw RuleViolation(
                .invalidValue, "The file is damaged: the letters of cell \(index.square) are missing.")
        }
        return text
    }

    /// What stands in the solution for `cell`: of a rebus its first letter, if that is one byte, else an X.
    static func byte(for cell: Puzzle.Cell?, _ encoding: AcrossLiteEncoding) -> UInt8 {
        guard let text = cell?.answer.text else { return UInt8(ascii: ".") }
        let first = encoding.bytes(String(text.prefix(1)))
        return first.count == 1 ? first[0] : UInt8(ascii: "X")
    }

    /// The two sections for `puzzle`; none when every cell takes one letter of one byte.
    static func sections(for puzzle: Puzzle, _ encoding: AcrossLiteEncoding) -> [AcrossLiteFile.Section] {
        var table: [String] = []
        let keys = puzzle.cells.map { cell -> UInt8 in
            guard let text = cell?.answer.text, encoding.bytes(text).count > 1 else { return 0 }
            let key = table.firstIndex(of: text) ?? table.count
            if key == table.count { table.append(text) }
            return UInt8(key + 1)
        }
        guard !table.isEmpty else { return [] }
        let entries = table.enumerated().map { key, text in "\(key < 10 ? " " : "")\(key):\(text);" }
        return [
            AcrossLiteFile.Section(name: "GRBS", data: keys),
            AcrossLiteFile.Section(name: "RTBL", data: encoding.bytes(entries.joined())),
        ]
    }
}
