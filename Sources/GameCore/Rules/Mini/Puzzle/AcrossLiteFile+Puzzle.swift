extension AcrossLiteFile {
    /// Converts the file to a playable puzzle.
    ///
    /// A puzzle smaller than 5x5 goes to the top left.
    /// - Throws: `invalid-value` with the reason if the puzzle is larger, diagramless or scrambled, has no
    ///   solution, has cells without a letter, or has a different number of words and clues.
    public func puzzle() throws(RuleViolation) -> Puzzle {
        try checkPlayable()
        var metadata = Puzzle.Metadata()
        metadata.title = try PuzzleText.line(title, "title")
        metadata.author = try PuzzleText.line(author, "author's name")
        metadata.copyright = try PuzzleText.line(copyright, "copyright line")
        metadata.notes = try PuzzleText.notes(notes)
        let cells = try cells()
        let texts = try texts(for: PuzzleSlot.all(of: cells))
        return try Puzzle(metadata: metadata, cells: cells) { (texts[$0.fileOrder] ?? "", nil) }
    }

    private func checkPlayable() throws(RuleViolation) {
        try Puzzle.checkSize(Int(header.width), Int(header.height))
        // A colon is a block that solvers have to find.
        guard header.kind != Header.diagramless, !solution.contains(UInt8(ascii: ":")) else {
            throw RuleViolation(.invalidValue, Puzzle.diagramlessDetail)
        }
        switch header.scrambledTag {
        // Programs that have no solution to write fill the grid with X.
        case 0 where !isFilledWithX: break
        case 0, 2: throw RuleViolation(.invalidValue, Puzzle.noSolutionDetail)
        default:
            throw RuleViolation(
                .invalidValue, "The puzzle is scrambled; unlock it in the program that made it.")
        }
    }

    private var isFilledWithX: Bool {
        solution.allSatisfy { $0 & 0xDF == UInt8(ascii: "X") || $0 == UInt8(ascii: ".") }
            && section("GRBS")?.contains { $0 != 0 } != true
    }

    private func cells() throws(RuleViolation) -> [Puzzle.Cell?] {
        let rebus = try AcrossLiteRebus(self)
        let styles = try Style.all(in: self)
        var cells: [Puzzle.Cell?] = []
        for index in CellIndex.all {
            guard let offset = offset(of: index), solution[offset] != UInt8(ascii: ".") else {
                cells.append(nil)
                continue
            }
            let text = try rebus.text(at: index, offset) ?? letterEncoding.text([solution[offset]])
            guard let letter = text.flatMap({ Letter(entry: $0) }) else {
                throw RuleViolation(.invalidValue, "Cell \(index.square) of the solution holds no letter.")
            }
            let style = styles[offset]
            // A letter that was revealed before the file was saved is hidden again for the next solver.
            cells.append(Puzzle.Cell(letter, isCircled: style.contains(.circled)))
        }
        return cells
    }

    /// The offset of a cell in the file's grids; nil outside the puzzle.
    private func offset(of index: CellIndex) -> Int? {
        let (width, height) = (Int(header.width), Int(header.height))
        return index.column < width && index.row < height ? index.row * width + index.column : nil
    }

    /// The clues by the ``PuzzleSlot/fileOrder`` of their slots.
    private func texts(for slots: [PuzzleSlot]) throws(RuleViolation) -> [Int: String] {
        guard slots.count == clues.count else {
            throw RuleViolation(
                .invalidValue, "The puzzle has \(slots.count) words, but \(clues.count) clues.")
        }
        var texts: [Int: String] = [:]
        for (place, clue) in zip(slots.map(\.fileOrder).sorted(), clues) {
            texts[place] = try PuzzleText.line(clue, "clue", limit: PuzzleText.longestClue)
        }
        return texts
    }
}

extension AcrossLiteFile {
    /// The style bits of a cell in the section `GEXT`.
    private struct Style: OptionSet {
        let rawValue: UInt8

        /// Revealed before the file was saved.
        static let given = Style(rawValue: 0x40)
        static let circled = Style(rawValue: 0x80)

        static func all(in file: AcrossLiteFile) throws(RuleViolation) -> [Style] {
            guard let data = file.section("GEXT") else {
                return [Style](repeating: [], count: file.solution.count)
            }
            guard data.count == file.solution.count else {
                throw RuleViolation(
                    .invalidValue, "The file is damaged: its section GEXT is not as large as the puzzle.")
            }
            return data.map(Style.init)
        }
    }

    /// Creates a file of the unsolved `puzzle`; labels and bars are lost.
    ///
    /// The version is 1.3, which every program reads, if all text is Latin-1, else 2.0 with UTF-8. A letter
    /// that takes more than one byte is written as a rebus of one letter.
    public init(_ puzzle: Puzzle) {
        let metadata = puzzle.metadata
        (title, author, copyright, notes) = (
            metadata.title, metadata.author, metadata.copyright, metadata.notes
        )
        let texts = [title, author, copyright, notes] + puzzle.clues.map(\.text)
        let letters = puzzle.cells.compactMap { $0?.answer.text }
        let isLatin1 =
            AcrossLiteEncoding.isUnambiguous(texts) && letters.allSatisfy(AcrossLiteEncoding.isLatin1)
        let side = UInt8(CellIndex.side)
        header = Header(version: Array((isLatin1 ? "1.3\0" : "2.0\0").utf8), width: side, height: side)
        let encoding = AcrossLiteEncoding(version: header.version)
        self.encoding = encoding
        solution = puzzle.cells.map { AcrossLiteRebus.byte(for: $0, encoding) }
        state = zip(puzzle.cells, solution).map { cell, byte in
            cell?.isGiven == false ? UInt8(ascii: "-") : byte
        }
        clues = puzzle.clues.sorted { $0.slot.fileOrder < $1.slot.fileOrder }.map(\.text)
        sections = AcrossLiteRebus.sections(for: puzzle, encoding)
        let styles = puzzle.cells.map { cell -> Style in
            guard let cell else { return [] }
            return Style(cell.isCircled ? [.circled] : []).union(cell.isGiven ? [.given] : [])
        }
        if styles.contains(where: { !$0.isEmpty }) {
            sections.append(Section(name: "GEXT", data: styles.map(\.rawValue)))
        }
    }
}

extension PuzzleSlot {
    /// The sort key of clues in a file: by number, across before down.
    fileprivate var fileOrder: Int { 2 * number + (direction == .down ? 1 : 0) }
}

/// The rebus cells of an AcrossLite file, stored in two sections.
///
/// `RTBL` is a table from keys to letters. `GRBS` has one byte for each cell: a key plus 1, or 0 if the cell
/// is not a rebus.
struct AcrossLiteRebus {
    /// The bytes of `GRBS`; empty in a file without rebus cells.
    private let keys: [UInt8]
    private let table: [Int: String]

    init(_ file: AcrossLiteFile) throws(RuleViolation) {
        keys = file.section("GRBS") ?? []
        guard [0, file.solution.count].contains(keys.count) else {
            throw RuleViolation(
                .invalidValue, "The file is damaged: its section GRBS is not as large as the puzzle.")
        }
        let bytes = (file.section("RTBL") ?? [])[...]
        guard let text = AcrossLiteEncoding(version: file.header.version, texts: bytes).text(bytes) else {
            throw RuleViolation(.invalidValue, "The file is damaged: its section RTBL is not text.")
        }
        table = Self.table(text)
    }

    /// Parses a table such as ` 0:HEART;12:CLUB;`, skipping malformed entries.
    private static func table(_ text: String) -> [Int: String] {
        var table: [Int: String] = [:]
        for entry in text.split(separator: ";") {
            let parts = entry.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let key = Int(parts[0].drop { $0 == " " }) else { continue }
            table[key] = String(parts[1])
        }
        return table
    }

    /// The letters of the rebus cell at `index`, which is at `offset` in the file; nil for an ordinary cell.
    func text(at index: CellIndex, _ offset: Int) throws(RuleViolation) -> String? {
        guard !keys.isEmpty, keys[offset] > 0 else { return nil }
        guard let text = table[Int(keys[offset]) - 1] else {
            throw RuleViolation(
                .invalidValue, "The file is damaged: the letters of cell \(index.square) are missing.")
        }
        return text
    }

    /// The byte of `cell` in the solution: its first letter if that is a single byte, else an X.
    static func byte(for cell: Puzzle.Cell?, _ encoding: AcrossLiteEncoding) -> UInt8 {
        guard let text = cell?.answer.text else { return UInt8(ascii: ".") }
        let first = encoding.bytes(String(text.prefix(1)))
        return first.count == 1 ? first[0] : UInt8(ascii: "X")
    }

    /// The sections `GRBS` and `RTBL` for `puzzle`; none if every cell is a single byte.
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
