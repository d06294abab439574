import GameCore

/// The cells of an ipuz file: the grid as solvers see it, and the solution.
struct IPuzGrid {
    /// The cells, by index; nil is a block.
    package private(set) var cells: [Puzzle.Cell?] = []
    /// What is written in each cell, by index: its number or whatever the file has instead, "" for nothing.
    package private(set) var labels: [String] = []

    /// The sign of a block.
    private let block: String
    /// The sign of a cell without a label.
    private let empty: String
    /// Looks that have a name.
    private let styles: [String: JSONValue]

    /// The most characters of a label.
    static let longestLabel = 10
    /// Signs that our own files use for other things than labels.
    package static let signs = ["#", "0", ":"]

    /// Reads the grid and the solution of `document`, which are 5x5.
    package init(_ document: [String: JSONValue]) throws(RuleViolation) {
        block = try Self.sign(document["block"]) ?? "#"
        empty = try Self.sign(document["empty"]) ?? "0"
        styles = if case .object(let styles) = document["styles"] { styles } else { [:] }
        let shown = try Self.values(document["puzzle"], "grid")
        guard let solution = document["solution"], solution != .null else {
            throw RuleViolation(.invalidValue, "The puzzle has no solution.")
        }
        for (index, pair) in zip(CellIndex.all, zip(shown, try Self.values(solution, "solution"))) {
            try read(pair.0, solution: pair.1, at: index)
        }
    }

    /// The 25 values of five rows.
    private static func values(_ value: JSONValue?, _ name: String) throws(RuleViolation) -> [JSONValue] {
        guard case .list(let rows) = value, rows.count == CellIndex.side else {
            throw RuleViolation(.invalidValue, "The \(name) does not have five rows.")
        }
        var values: [JSONValue] = []
        for row in rows {
            guard case .list(let cells) = row, cells.count == CellIndex.side else {
                throw RuleViolation(.invalidValue, "A row of the \(name) does not have five cells.")
            }
            values += cells
        }
        return values
    }

    /// A number or a text as text; nil for what is neither.
    package static func sign(_ value: JSONValue?) throws(RuleViolation) -> String? {
        switch value {
        case .number(let number): return String(number)
        case .text(let text): return try PuzzleText.line(HTMLText.plain(text), "label", limit: longestLabel)
        default: return nil
        }
    }

    private mutating func read(
        _ shown: JSONValue, solution: JSONValue, at index: CellIndex
    ) throws(RuleViolation) {
        var parts: [String: JSONValue] = ["cell": shown]
        if case .object(let object) = shown { parts = object }
        let answer = try answer(solution, at: index)
        guard let label = try label(parts["cell"], at: index) else {
            guard answer == nil else { throw Self.refusal(index, "is a block, but has a letter") }
            cells.append(nil)
            labels.append("")
            return
        }
        let given = try letters(parts["value"], at: index)
        guard let letter = answer ?? given else { throw Self.refusal(index, "has no solution") }
        guard given == nil || given == letter else {
            throw Self.refusal(index, "is given as something else than the solution says")
        }
        let isCircled = try isCircled(parts["style"], at: index)
        cells.append(Puzzle.Cell(letter, isCircled: isCircled, isGiven: given != nil))
        labels.append(label)
    }

    /// What is written in a cell; nil when it is a block, or no part of the puzzle.
    private func label(_ value: JSONValue?, at index: CellIndex) throws(RuleViolation) -> String? {
        if value == .null { return nil }
        // An object may leave it out.
        guard let value else { return "" }
        guard let sign = try Self.sign(value) else { throw Self.refusal(index, "is no cell of ipuz") }
        if sign == block { return nil }
        return sign == empty || Self.signs.contains(sign) ? "" : sign
    }

    /// What belongs into a cell; nil for a block, or when nothing is said.
    private func answer(_ value: JSONValue, at index: CellIndex) throws(RuleViolation) -> Letter? {
        switch value {
        case .object(let object): return try letters(object["value"], at: index)
        case .list(let answers) where answers.count == 1: return try letters(answers[0], at: index)
        case .list: throw Self.refusal(index, "has more than one answer, which nobody can play here")
        default: return try letters(value, at: index)
        }
    }

    private func letters(_ value: JSONValue?, at index: CellIndex) throws(RuleViolation) -> Letter? {
        switch value {
        case nil, .null, .number(0): return nil
        case .text(let text) where ["", "0", block].contains(text): return nil
        case .text(let text):
            guard let letter = Letter(rebus: text) else { throw Self.refusal(index, "holds no letter") }
            return letter
        default: throw Self.refusal(index, "holds no letter")
        }
    }

    /// Whether there is a circle in the style, or in the one that it names.
    private func isCircled(_ style: JSONValue?, at index: CellIndex) throws(RuleViolation) -> Bool {
        var looks: [[String: JSONValue]] = []
        if case .text(let name) = style, case .object(let named) = styles[name] { looks.append(named) }
        if case .object(let own) = style { looks.append(own) }
        if case .text(let name) = looks.first?["named"], case .object(let named) = styles[name] {
            looks.append(named)
        }
        guard looks.allSatisfy({ [nil, .null, .text("")].contains($0["barred"]) }) else {
            throw Self.refusal(index, "has a bar, and bars cannot be played here")
        }
        return looks.contains { $0["shapebg"] == .text("circle") }
    }

    private static func refusal(_ index: CellIndex, _ what: String) -> RuleViolation {
        RuleViolation(.invalidValue, "Cell \(index.square) of the puzzle \(what).")
    }
}
