import GameCore

/// The cells of an ipuz file, merged from the grid that solvers see and the solution.
struct IPuzGrid {
    /// The cells by index; nil is a block.
    package private(set) var cells: [Puzzle.Cell?] = []
    /// The labels by cell index: numbers or any other short text, "" for none.
    package private(set) var labels: [String] = []

    /// The text that denotes a block in this file.
    private let block: String
    /// The text that denotes a cell without a label in this file.
    private let empty: String
    private let styles: [String: JSONValue]

    static let maximumLabelLength = 10
    /// Texts with a special meaning in the files that we write, which therefore cannot be labels.
    package static let reservedLabels = ["#", "0", ":"]

    /// Reads the grid and the solution of a document whose dimensions are 5x5.
    package init(_ document: [String: JSONValue]) throws(RuleViolation) {
        block = try Self.labelText(document["block"]) ?? "#"
        empty = try Self.labelText(document["empty"]) ?? "0"
        styles = if case .object(let styles) = document["styles"] { styles } else { [:] }
        let grid = try Self.values(document["puzzle"], "grid")
        guard let solution = document["solution"], solution != .null else {
            throw RuleViolation(.invalidValue, "The puzzle has no solution.")
        }
        for (index, pair) in zip(CellIndex.all, zip(grid, try Self.values(solution, "solution"))) {
            try read(pair.0, solution: pair.1, at: index)
        }
    }

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

    /// A label as text; nil unless the value is a number or a string.
    package static func labelText(_ value: JSONValue?) throws(RuleViolation) -> String? {
        switch value {
        case .number(let number): return String(number)
        case .text(let text):
            return try PuzzleText.line(HTMLText.plain(text), "label", limit: maximumLabelLength)
        default: return nil
        }
    }

    private mutating func read(
        _ value: JSONValue, solution: JSONValue, at index: CellIndex
    ) throws(RuleViolation) {
        var parts: [String: JSONValue] = ["cell": value]
        if case .object(let object) = value { parts = object }
        let answer = try answer(solution, at: index)
        guard let label = try label(parts["cell"], at: index) else {
            guard answer == nil else { throw Self.invalidCell(index, "is a block but has a letter") }
            cells.append(nil)
            labels.append("")
            return
        }
        let given = try letters(parts["value"], at: index)
        guard let letter = answer ?? given else { throw Self.invalidCell(index, "has no solution") }
        guard given == nil || given == letter else {
            throw Self.invalidCell(index, "has a given letter that differs from the solution")
        }
        let isCircled = try isCircled(parts["style"], at: index)
        cells.append(Puzzle.Cell(letter, isCircled: isCircled, isGiven: given != nil))
        labels.append(label)
    }

    /// The label of a cell, "" for none; nil for a block or a cell outside the puzzle.
    private func label(_ value: JSONValue?, at index: CellIndex) throws(RuleViolation) -> String? {
        if value == .null { return nil }
        // The object of a cell may omit it.
        guard let value else { return "" }
        guard let label = try Self.labelText(value) else {
            throw Self.invalidCell(index, "is not a valid ipuz cell")
        }
        if label == block { return nil }
        return label == empty || Self.reservedLabels.contains(label) ? "" : label
    }

    /// The solution of a cell; nil for a block or if the file has none.
    private func answer(_ value: JSONValue, at index: CellIndex) throws(RuleViolation) -> Letter? {
        switch value {
        case .object(let object): return try letters(object["value"], at: index)
        case .list(let answers) where answers.count == 1: return try letters(answers[0], at: index)
        case .list: throw Self.invalidCell(index, "has more than one answer, which is not supported")
        default: return try letters(value, at: index)
        }
    }

    private func letters(_ value: JSONValue?, at index: CellIndex) throws(RuleViolation) -> Letter? {
        switch value {
        case nil, .null, .number(0): return nil
        case .text(let text) where ["", "0", block].contains(text): return nil
        case .text(let text):
            guard let letter = Letter(rebus: text) else { throw Self.invalidCell(index, "holds no letter") }
            return letter
        default: throw Self.invalidCell(index, "holds no letter")
        }
    }

    /// Whether the style, or a named style that it refers to, has a circle.
    private func isCircled(_ style: JSONValue?, at index: CellIndex) throws(RuleViolation) -> Bool {
        var looks: [[String: JSONValue]] = []
        if case .text(let name) = style, case .object(let named) = styles[name] { looks.append(named) }
        if case .object(let own) = style { looks.append(own) }
        if case .text(let name) = looks.first?["named"], case .object(let named) = styles[name] {
            looks.append(named)
        }
        guard looks.allSatisfy({ [nil, .null, .text("")].contains($0["barred"]) }) else {
            throw Self.invalidCell(index, "has a bar, which is not supported")
        }
        return looks.contains { $0["shapebg"] == .text("circle") }
    }

    private static func invalidCell(_ index: CellIndex, _ what: String) -> RuleViolation {
        RuleViolation(.invalidValue, "Cell \(index.square) of the puzzle \(what).")
    }
}
