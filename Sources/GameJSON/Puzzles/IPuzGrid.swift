import GameCore

/// The cells of an ipuz file, merged from the solution and from the grid that solvers see.
struct IPuzGrid {
    /// The cells by index; nil is a block.
    package private(set) var cells: [Puzzle.Cell?] = []
    /// The labels by cell index: numbers or any other short text, "" for none.
    package private(set) var labels: [String] = []
    /// The sides of cells that have bars, as ipuz writes them: some of `TRBL`.
    private var barred: [CellIndex: String] = [:]
    /// The styles that a mini does not show, in words, with the cells that have them.
    private var unshown: [String: [CellIndex]] = [:]

    /// The text that denotes a block in this file.
    private let block: String
    /// The text that denotes a cell without a label in this file.
    private let empty: String
    private let styles: [String: JSONValue]
    /// Whether the solution has more than zeros, so that a zero is a digit and not an empty cell.
    private var hasAnswers = false

    static let maximumLabelLength = 10
    /// Texts that have a special meaning in written files, and therefore cannot be labels.
    package static let reservedLabels = ["#", "0", ":"]

    /// Reads the grid and the solution of a document; a grid smaller than 5x5 goes to the top left.
    package init(_ document: [String: JSONValue], _ size: (width: Int, height: Int)) throws(RuleViolation) {
        block = try Self.labelText(document["block"]) ?? "#"
        empty = try Self.labelText(document["empty"]) ?? "0"
        styles = if case .object(let styles) = document["styles"] { styles } else { [:] }
        let grid = try Self.values(document["puzzle"], "grid", size)
        guard let solution = document["solution"], solution != .null else {
            throw RuleViolation(.invalidValue, Puzzle.noSolutionDetail)
        }
        let answers = try Self.values(solution, "solution", size)
        hasAnswers = answers.contains { value in
            if case .text(let text) = Self.bare(value) { !["", "0", block].contains(text) } else { false }
        }
        for (index, pair) in zip(CellIndex.all, zip(grid, answers)) {
            try read(pair.0, solution: pair.1, at: index)
        }
        for (index, sides) in barred.sorted(by: { $0.key < $1.key }) { place(sides, at: index) }
        // What programs write in place of a solution that they do not have.
        let letters = cells.compactMap { $0?.answer.text }
        guard letters.count < 2 || letters.contains(where: { $0 != "X" }) else {
            throw RuleViolation(.invalidValue, Puzzle.noSolutionDetail)
        }
    }

    /// The 25 values of a grid; null for the cells outside the puzzle.
    private static func values(
        _ value: JSONValue?, _ name: String, _ size: (width: Int, height: Int)
    ) throws(RuleViolation) -> [JSONValue] {
        guard case .list(let rows) = value, rows.count == size.height else {
            throw RuleViolation(.invalidValue, "The \(name) does not have \(size.height) rows.")
        }
        var values = [JSONValue](repeating: .null, count: CellIndex.count)
        for (row, list) in rows.enumerated() {
            guard case .list(let cells) = list, cells.count == size.width else {
                throw RuleViolation(
                    .invalidValue, "A row of the \(name) does not have \(size.width) cells.")
            }
            let start = row * CellIndex.side
            values.replaceSubrange(start..<(start + size.width), with: cells)
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

    /// A label as ``labelText(_:)`` reads it; nil also for a text that is too long.
    static func label(_ value: JSONValue?) -> String? { try? labelText(value) ?? nil }

    private mutating func read(
        _ value: JSONValue, solution: JSONValue, at index: CellIndex
    ) throws(RuleViolation) {
        var parts: [String: JSONValue] = ["cell": value]
        if case .object(let object) = value { parts = object }
        let answer = try answer(solution, at: index)
        guard let label = try label(parts["cell"], at: index) else {
            // In a block, a zero stands for no letter.
            guard answer == nil || Self.bare(solution) == .text("0") else {
                throw Self.invalidCell(index, "has a letter, but is a block of the puzzle", of: "solution")
            }
            cells.append(nil)
            labels.append("")
            return
        }
        let given = try letters(parts["value"], at: index, of: "puzzle")
        guard let letter = answer ?? given else {
            throw RuleViolation(.invalidValue, Puzzle.noLetterDetail(index))
        }
        guard given == nil || given == letter else {
            throw Self.invalidCell(index, "has a given letter that differs from the solution")
        }
        let looks = looks(of: parts["style"])
        barred[index] = try sides(looks, at: index)
        let isCircled = isCircled(looks, at: index)
        cells.append(Puzzle.Cell(letter, isCircled: isCircled, isGiven: given != nil))
        labels.append(label)
    }

    /// The label of a cell, "" for none; nil for a block or a cell outside the puzzle.
    private func label(_ value: JSONValue?, at index: CellIndex) throws(RuleViolation) -> String? {
        if value == .null { return nil }
        // The object of a cell may omit the label.
        guard let value else { return "" }
        guard let label = try Self.labelText(value) else {
            throw Self.invalidCell(index, "is not a valid ipuz cell")
        }
        if label == block { return nil }
        return label == empty || Self.reservedLabels.contains(label) ? "" : label
    }

    /// The solution of a cell; nil for a block or if the file has none.
    private func answer(_ value: JSONValue, at index: CellIndex) throws(RuleViolation) -> Letter? {
        switch Self.bare(value) {
        case .list(let answers) where answers.count > 1:
            throw Self.invalidCell(
                index, "has more than one answer, which is not supported", of: "solution")
        // A zero without quotes is an empty cell, and so is a solution of nothing but zeros.
        case .text("0") where hasAnswers && block != "0": return Letter(entry: "0")
        case .number(let digit) where (1...9).contains(digit): return Letter(entry: String(digit))
        case let answer: return try letters(answer, at: index, of: "solution")
        }
    }

    /// The answer in an object or in a list of one.
    private static func bare(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .object(let object): object["value"]
        case .list(let answers) where answers.count == 1: answers[0]
        default: value
        }
    }

    /// The letters in a cell of `grid`, the puzzle or its solution.
    private func letters(
        _ value: JSONValue?, at index: CellIndex, of grid: String
    ) throws(RuleViolation) -> Letter? {
        switch value {
        case nil, .null, .number(0): return nil
        case .text(let text) where ["", "0", block].contains(text): return nil
        case .text(let text):
            guard let letter = Letter(entry: text) else {
                throw Self.invalidCell(index, "holds no letter", of: grid)
            }
            return letter
        default: throw Self.invalidCell(index, "holds no letter", of: grid)
        }
    }

    // MARK: Styles

    /// The styles of a cell: its own, and the named ones that it and they refer to, each once.
    private func looks(of style: JSONValue?) -> [[String: JSONValue]] {
        var looks: [[String: JSONValue]] = []
        var names: Set<String> = []
        var next = style
        while let style = next {
            next = nil
            switch style {
            case .object(let look):
                looks.append(look)
                next = look["named"]
            case .text(let name) where names.insert(name).inserted:
                // A name that the file does not define is shown as little as a style that is not supported.
                next = styles[name] ?? (name == "none" ? nil : .object([name: .flag(true)]))
            case .text, .null: break
            default: looks.append(["style": style])
            }
        }
        return looks
    }

    /// The sides on which the styles have a bar.
    private func sides(
        _ looks: [[String: JSONValue]], at index: CellIndex
    ) throws(RuleViolation) -> String? {
        var sides = ""
        for case let value? in looks.map({ $0["barred"] })
        where ![.null, .text(""), .flag(false)].contains(value) {
            guard case .text(let text) = value, text.uppercased().allSatisfy("TRBL".contains) else {
                throw Self.invalidCell(index, "has a bar on a side other than T, R, B and L")
            }
            sides += text.uppercased()
        }
        return sides.isEmpty ? nil : sides
    }

    /// The sides of bars as ipuz writes them.
    static func sides(of bars: CellBars) -> String {
        (bars.contains(.right) ? "R" : "") + (bars.contains(.bottom) ? "B" : "")
    }

    /// Adds the bars of a cell to it and to the cells before it, without those at an edge or beside a block.
    private mutating func place(_ sides: String, at index: CellIndex) {
        let (row, column) = (index.row, index.column)
        let side = CellIndex.side
        let borders: [(sign: Character, isInside: Bool, first: Int, second: Int, bar: CellBars)] = [
            ("L", column > 0, index.position - 1, index.position, .right),
            ("R", column < side - 1, index.position, index.position + 1, .right),
            ("T", row > 0, index.position - side, index.position, .bottom),
            ("B", row < side - 1, index.position, index.position + side, .bottom),
        ]
        for border in borders where border.isInside && sides.contains(border.sign) {
            if cells[border.second] != nil { cells[border.first]?.bars.insert(border.bar) }
        }
    }

    /// Whether the styles have a circle; adds all other styles to ``unshown``.
    private mutating func isCircled(_ looks: [[String: JSONValue]], at index: CellIndex) -> Bool {
        let absent: [JSONValue?] = [nil, .null, .text(""), .flag(false), .text("barred"), .text("named")]
        var names = Set(looks.flatMap { $0.filter { !absent.contains($0.value) }.keys })
        names.subtract(["barred", "named"])
        if looks.contains(where: { $0["shapebg"] == .text("circle") }) { names.remove("shapebg") }
        for name in names { unshown[Self.looks[name] ?? "other style", default: []].append(index) }
        return looks.contains { $0["shapebg"] == .text("circle") }
    }

    /// The styles of ipuz in words; several are kinds of shading.
    private static let looks = [
        "color": "shading", "highlight": "shading", "imagebg": "picture", "shapebg": "shape",
        "border": "border", "divided": "division", "label": "small label", "mark": "small mark",
        "dotted": "dotted line", "dashed": "dashed line", "colortext": "colour of the text",
        "colorborder": "colour of the border", "colorbar": "colour of the bars", "slice": "picture",
        "lessthan": "sign", "greaterthan": "sign", "equal": "sign",
    ]

    /// A sentence for each style that is not shown, with the cells that have it.
    var warnings: [String] {
        unshown.sorted { $0.key < $1.key }.map { name, cells in
            let squares = Set(cells).sorted().map(\.square).joined(separator: ", ")
            return "The \(name) of \(squares) is not shown."
        }
    }

    private static func invalidCell(
        _ index: CellIndex, _ what: String, of grid: String = "puzzle"
    ) -> RuleViolation {
        RuleViolation(.invalidValue, "Cell \(index.square) of the \(grid) \(what).")
    }
}
