import GameCore

nonisolated extension Puzzle {
    /// The puzzle in the `document` of an ipuz file.
    ///
    /// - Throws: `invalid-value` with the reason why it cannot be played here.
    init(ipuz document: [String: JSONValue]) throws(RuleViolation) {
        try Self.checkSize(document["dimensions"])
        let grid = try IPuzGrid(document)
        let slots = PuzzleSlot.all(blocks: grid.cells.map { $0 == nil })
        // A grid without any labels is numbered as usual.
        let isNumbered = grid.labels.contains { !$0.isEmpty }
        let labels = slots.map { isNumbered ? grid.labels[$0.cells[0].position] : String($0.number) }
        let clues = try IPuzClues(document, slots, labels: labels)
        try self.init(about: try Self.about(document), cells: grid.cells) { slot in
            guard let place = slots.firstIndex(of: slot) else { return ("", nil) }
            let label = labels[place]
            return (clues.texts[place] ?? "", label == String(slot.number) ? nil : label)
        }
    }

    private static func checkSize(_ value: JSONValue?) throws(RuleViolation) {
        guard case .object(let size) = value, case .number(let width) = size["width"],
            case .number(let height) = size["height"]
        else {
            throw RuleViolation(.invalidValue, "The file does not say how wide and how high the puzzle is.")
        }
        guard width == CellIndex.side, height == CellIndex.side else {
            throw RuleViolation(
                .invalidValue, "This puzzle is \(width)x\(height); only 5x5 can be played.")
        }
    }

    private static func about(_ document: [String: JSONValue]) throws(RuleViolation) -> About {
        let text = { (name: String) in
            if case .text(let text) = document[name] { HTMLText.plain(text) } else { "" }
        }
        var about = About()
        about.title = try PuzzleText.line(text("title"), "title")
        about.author = try PuzzleText.line(text("author"), "author's name")
        about.copyright = try PuzzleText.line(text("copyright"), "copyright line")
        // Programs differ in which of the two solvers are shown first.
        about.notes = try PuzzleText.notes(text("intro") + "\n" + text("notes"))
        return about
    }
}

nonisolated extension IPuzFile {
    /// A file of `puzzle`, of version 2.
    init(_ puzzle: Puzzle) {
        let about = puzzle.about
        let texts = [
            "title": about.title, "author": about.author, "copyright": about.copyright, "notes": about.notes,
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
        guard cell.isCircled || cell.isGiven else { return label }
        var parts = ["cell": label]
        if cell.isCircled { parts["style"] = .object(["shapebg": .text("circle")]) }
        if cell.isGiven { parts["value"] = .text(cell.answer.text) }
        return .object(parts)
    }

    /// What stands in the first cell of the clue's word; nil for nothing.
    private static func label(_ clue: Puzzle.Clue) -> JSONValue? {
        guard let label = clue.label else { return .number(clue.slot.number) }
        return label.isEmpty || IPuzGrid.signs.contains(label) ? nil : .text(HTMLText.escaped(label))
    }

    /// A clue whose word has no label is a text, and belongs to the word by its place.
    private static func clues(_ puzzle: Puzzle, _ direction: BoardLine.Direction) -> JSONValue {
        .list(
            puzzle.clues.filter { $0.slot.direction == direction }.map { clue in
                let text = JSONValue.text(HTMLText.escaped(clue.text))
                return label(clue).map { .list([$0, text]) } ?? text
            })
    }
}
