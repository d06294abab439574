extension AcrossLiteFile {
    /// The puzzle in the file, to be played.
    ///
    /// - Throws: `invalid-value` with the reason: another size than 5x5, scrambled, without a solution, clues
    /// that do not fit the words, cells without a letter.
    public func puzzle() throws(RuleViolation) -> Puzzle {
        try checkPlayable()
        var about = Puzzle.About()
        about.title = try PuzzleText.line(title, "title")
        about.author = try PuzzleText.line(author, "author's name")
        about.copyright = try PuzzleText.line(copyright, "copyright line")
        about.notes = try PuzzleText.notes(notes)
        let cells = try cells()
        let texts = try texts(for: PuzzleSlot.all(blocks: cells.map { $0 == nil }))
        return try Puzzle(about: about, cells: cells) { (texts[$0.placeInFile] ?? "", nil) }
    }

    private func checkPlayable() throws(RuleViolation) {
        guard [header.width, header.height].allSatisfy({ $0 == UInt8(CellIndex.side) }) else {
            throw RuleViolation(
                .invalidValue, "This puzzle is \(header.width)x\(header.height); only 5x5 can be played.")
        }
        switch header.scrambledTag {
        case 0: break
        case 2: throw RuleViolation(.invalidValue, "The puzzle has no solution.")
        default:
            throw RuleViolation(
                .invalidValue, "The puzzle is scrambled; unlock it in the program that made it.")
        }
    }

    private func cells() throws(RuleViolation) -> [Puzzle.Cell?] {
        let rebus = try AcrossLiteRebus(self)
        let looks = try Look.each(in: self)
        var cells: [Puzzle.Cell?] = []
        for index in CellIndex.all {
            let byte = solution[index.position]
            // The second sign is used where the blocks are to be found, too.
            guard byte != UInt8(ascii: "."), byte != UInt8(ascii: ":") else {
                cells.append(nil)
                continue
            }
            let text = try rebus.text(at: index) ?? encoding.text([byte])
            guard let letter = text.flatMap({ Letter(rebus: $0) }) else {
                throw RuleViolation(.invalidValue, "Cell \(index.square) of the solution holds no letter.")
            }
            let look = looks[index.position]
            cells.append(
                Puzzle.Cell(letter, isCircled: look.contains(.circled), isGiven: look.contains(.given)))
        }
        return cells
    }

    /// The clues by the place of their slots in the file.
    private func texts(for slots: [PuzzleSlot]) throws(RuleViolation) -> [Int: String] {
        guard slots.count == clues.count else {
            throw RuleViolation(
                .invalidValue, "The puzzle has \(slots.count) words, but \(clues.count) clues.")
        }
        var texts: [Int: String] = [:]
        for (place, clue) in zip(slots.map(\.placeInFile).sorted(), clues) {
            texts[place] = try PuzzleText.line(clue, "clue", limit: PuzzleText.longestClue)
        }
        return texts
    }
}

extension AcrossLiteFile {
    /// How one cell looks, as bits of the section `GEXT`.
    private struct Look: OptionSet {
        let rawValue: UInt8

        /// The letter stands there from the beginning.
        static let given = Look(rawValue: 0x40)
        static let circled = Look(rawValue: 0x80)

        static func each(in file: AcrossLiteFile) throws(RuleViolation) -> [Look] {
            guard let data = file.section("GEXT") else {
                return [Look](repeating: [], count: CellIndex.count)
            }
            guard data.count == CellIndex.count else {
                throw RuleViolation(
                    .invalidValue, "The file is damaged: its section GEXT is not as large as the puzzle.")
            }
            return data.map(Look.init)
        }
    }

    /// A file of `puzzle`, with nothing in its cells but what is given.
    ///
    /// Version 1.3, which every program reads, when all of its text is Latin-1, else 2.0 in UTF-8. A letter
    /// that takes more than one byte is written as a rebus of one letter. Labels have no place in it.
    public init(_ puzzle: Puzzle) {
        let about = puzzle.about
        let texts = [about.title, about.author, about.copyright, about.notes] + puzzle.clues.map(\.text)
        let letters = puzzle.cells.compactMap { $0?.answer.text }
        let isLatin1 = (texts + letters).allSatisfy(AcrossLiteEncoding.isLatin1)
        let side = UInt8(CellIndex.side)
        header = Header(version: Array((isLatin1 ? "1.3\0" : "2.0\0").utf8), width: side, height: side)
        let encoding = AcrossLiteEncoding(version: header.version)
        solution = puzzle.cells.map { AcrossLiteRebus.byte(for: $0, encoding) }
        state = zip(puzzle.cells, solution).map { cell, byte in
            cell?.isGiven == false ? UInt8(ascii: "-") : byte
        }
        (title, author, copyright, notes) = (about.title, about.author, about.copyright, about.notes)
        clues = puzzle.clues.sorted { $0.slot.placeInFile < $1.slot.placeInFile }.map(\.text)
        sections = AcrossLiteRebus.sections(for: puzzle, encoding)
        let looks = puzzle.cells.map { cell -> Look in
            guard let cell else { return [] }
            return Look(cell.isCircled ? [.circled] : []).union(cell.isGiven ? [.given] : [])
        }
        if looks.contains(where: { !$0.isEmpty }) {
            sections.append(Section(name: "GEXT", data: looks.map(\.rawValue)))
        }
    }
}

extension PuzzleSlot {
    /// Clues stand in a file by number, across before down.
    fileprivate var placeInFile: Int { 2 * number + (direction == .down ? 1 : 0) }
}

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
