package import GameCore

/// A crossword file of any size in the ipuz format (ipuz.org), version 1 or 2.
///
/// Unknown content survives a round trip; only the order of keys changes, as they are written sorted.
struct IPuzFile: Equatable, Sendable {
    package let document: [String: JSONValue]

    /// The maximum number of JSON values in a file; a 5x5 crossword has about 150.
    static let maximumValues = 4000

    /// - Parameter document: A known crossword; it is not checked.
    package init(document: [String: JSONValue]) {
        self.document = document
    }

    /// Reads a file: a JSON object, bare or wrapped in a call `ipuz(…)` as in version 1.
    ///
    /// A byte-order mark, with which some editors begin a file, is skipped.
    /// - Throws: `malformed-json` or `invalid-text`; `invalid-puzzle` unless it is an ipuz crossword.
    package init(_ bytes: [UInt8]) throws(UnreadableInput) {
        let mark = InputReader.byteOrderMark
        let argument = Self.argument(bytes.starts(with: mark) ? Array(bytes[mark.count...]) : bytes)
        guard case .object(let document) = try InputReader.json(argument, maximumValues: Self.maximumValues)
        else {
            throw UnreadableInput(.malformedJSON, "The file is JSON, but not an object, as ipuz is.")
        }
        self.document = document
        guard let version = Self.text(document["version"]), Self.known(version) else {
            throw .invalidPuzzle("The file does not declare ipuz version 1 or 2.")
        }
        guard Self.kinds(document["kind"]).contains(where: Self.isCrossword) else {
            throw .invalidPuzzle("The file holds a puzzle of another kind, not a crossword.")
        }
        guard !Self.kinds(document["kind"]).contains(where: Self.isDiagramless) else {
            throw .invalidPuzzle(Puzzle.diagramlessDetail)
        }
    }

    /// Converts the file to a playable puzzle.
    ///
    /// - Throws: `invalid-puzzle` with the reason: it is larger than 5x5, the solution is missing, a clue
    ///   fits no slot.
    package func puzzle() throws(UnreadableInput) -> Puzzle { try read().puzzle }

    /// Converts the file; a warning names each part of it that a mini does not show.
    func read() throws(UnreadableInput) -> (puzzle: Puzzle, warnings: [String]) {
        do throws(RuleViolation) {
            let (puzzle, warnings) = try Puzzle.reading(ipuz: document)
            let parts = Self.unshownParts.filter { ![nil, .null].contains(document[$0.key]) }
            return (puzzle, warnings + parts.map { "\($0.name) not shown." })
        } catch {
            throw .invalidPuzzle(error.detail)
        }
    }

    private static let unshownParts = [
        (key: "zones", name: "The zones are"), (key: "explanation", name: "The explanation is"),
    ]

    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(.object(document))
        return writer.bytes
    }

    /// The argument of the call `ipuz(…)`, or all of `bytes` if they are not a call.
    private static func argument(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte <= 0x20 }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        let call = bytes.drop(while: isSpace).drop(while: isLetter)
        guard let first = call.first, first == UInt8(ascii: "("),
            let last = bytes.lastIndex(where: { !isSpace($0) && $0 != UInt8(ascii: ";") }),
            bytes[last] == UInt8(ascii: ")")
        else { return bytes }
        return Array(bytes[(call.startIndex + 1)..<last])
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .text(let text) = value { text } else { nil }
    }

    private static func known(_ version: String) -> Bool {
        guard let number = version.firstRange(of: "ipuz.org/v") else { return false }
        let digits = version[number.upperBound...].prefix { $0.isNumber }
        return digits == "1" || digits == "2"
    }

    /// The kinds in the field `kind`: the format requires a list, but some programs write a single string.
    private static func kinds(_ value: JSONValue?) -> [String] {
        if case .list(let list) = value { list.compactMap(text) } else { [value].compactMap(text) }
    }

    /// Whether the kind has the prefix of all crosswords: `http://ipuz.org/crossword/crypticcrossword#1`.
    private static func isCrossword(_ kind: String) -> Bool {
        kind.firstRange(of: "ipuz.org/crossword") != nil
    }

    private static func isDiagramless(_ kind: String) -> Bool {
        kind.firstRange(of: "ipuz.org/crossword/diagramless") != nil
    }
}

extension UnreadableInput {
    static func invalidPuzzle(_ detail: String) -> UnreadableInput { UnreadableInput(.invalidPuzzle, detail) }
}

extension Puzzle {
    /// Reads the puzzle in the `document` of an ipuz file.
    ///
    /// - Throws: `invalid-value` with the reason why it cannot be played.
    package init(ipuz document: [String: JSONValue]) throws(RuleViolation) {
        self = try Self.reading(ipuz: document).puzzle
    }

    /// The puzzle, and a sentence for each style of cells that is not shown.
    fileprivate static func reading(
        ipuz document: [String: JSONValue]
    ) throws(RuleViolation) -> (puzzle: Puzzle, warnings: [String]) {
        let size = try size(document["dimensions"])
        let grid = try IPuzGrid(document, size)
        let slots = PuzzleSlot.all(of: grid.cells)
        // A grid without labels gets the standard numbers.
        let isNumbered = grid.labels.contains { !$0.isEmpty }
        let labels = slots.map { isNumbered ? grid.labels[$0.cells[0].position] : String($0.number) }
        let clues = try IPuzClues(document, slots, labels: labels)
        let puzzle = try Puzzle(metadata: try metadata(document), cells: grid.cells) { slot in
            guard let index = slots.firstIndex(of: slot) else { return ("", nil) }
            let label = labels[index]
            return (clues.texts[index] ?? "", label == String(slot.number) ? nil : label)
        }
        return (puzzle, grid.warnings + clues.warnings)
    }

    private static func size(_ value: JSONValue?) throws(RuleViolation) -> (width: Int, height: Int) {
        guard case .object(let size) = value, case .number(let width) = size["width"],
            case .number(let height) = size["height"]
        else {
            throw RuleViolation(.invalidValue, "The file does not say how wide and how high the puzzle is.")
        }
        try checkSize(width, height)
        return (width, height)
    }

    private static func metadata(_ document: [String: JSONValue]) throws(RuleViolation) -> Puzzle.Metadata {
        let text = { (name: String) in
            if case .text(let text) = document[name] { HTMLText.plain(text) } else { "" }
        }
        var metadata = Puzzle.Metadata()
        metadata.title = try PuzzleText.line(text("title"), "title")
        metadata.author = try PuzzleText.line(text("author"), "author's name")
        metadata.copyright = try PuzzleText.line(text("copyright"), "copyright line")
        // Programs differ in which of the two they show first.
        metadata.notes = try PuzzleText.notes(text("intro") + "\n" + text("notes"))
        return metadata
    }
}

extension IPuzFile {
    /// Writes `puzzle` as a file of version 2.
    package init(_ puzzle: Puzzle) {
        let metadata = puzzle.metadata
        let texts = [
            "title": metadata.title, "author": metadata.author, "copyright": metadata.copyright,
            "notes": metadata.notes,
        ]
        let side = JSONValue.number(CellIndex.side)
        var document = texts.filter { !$0.value.isEmpty }.mapValues { JSONValue.text(HTMLText.escaped($0)) }
        document["version"] = .text("http://ipuz.org/v2")
        document["kind"] = .list([.text("http://ipuz.org/crossword#1")])
        document["dimensions"] = .object(["width": side, "height": side])
        document["puzzle"] = Self.rows(CellIndex.all.map { Self.cell(puzzle, at: $0) })
        document["solution"] = Self.rows(puzzle.cells.map { .text($0?.answer.text ?? "#") })
        document["clues"] = .object([
            "Across": Self.clues(puzzle, .across), "Down": Self.clues(puzzle, .down),
        ])
        self.init(document: document)
    }

    private static func rows(_ cells: [JSONValue]) -> JSONValue {
        .list(
            stride(from: 0, to: cells.count, by: CellIndex.side).map {
                .list(Array(cells[$0..<($0 + CellIndex.side)]))
            })
    }

    private static func cell(_ puzzle: Puzzle, at index: CellIndex) -> JSONValue {
        guard let cell = puzzle.cells[index.position] else { return .text("#") }
        let label = puzzle.clues.first { $0.slot.cells[0] == index }.flatMap(label) ?? .number(0)
        var style: [String: JSONValue] = [:]
        if cell.isCircled { style["shapebg"] = .text("circle") }
        if !cell.bars.isEmpty { style["barred"] = .text(IPuzGrid.sides(of: cell.bars)) }
        guard !style.isEmpty || cell.isGiven else { return label }
        var parts = ["cell": label]
        if !style.isEmpty { parts["style"] = .object(style) }
        if cell.isGiven { parts["value"] = .text(cell.answer.text) }
        return .object(parts)
    }

    /// The label in the first cell of the clue's slot; nil for none.
    private static func label(_ clue: Puzzle.Clue) -> JSONValue? {
        guard let label = clue.label else { return .number(clue.slot.number) }
        return label.isEmpty || IPuzGrid.reservedLabels.contains(label) ? nil : .text(HTMLText.escaped(label))
    }

    /// The clues of one direction; a clue without a label is a bare string, matched by its index.
    private static func clues(_ puzzle: Puzzle, _ direction: BoardLine.Direction) -> JSONValue {
        .list(
            puzzle.clues.filter { $0.slot.direction == direction }.map { clue in
                let text = JSONValue.text(HTMLText.escaped(clue.text))
                return label(clue).map { .list([$0, text]) } ?? text
            })
    }
}
