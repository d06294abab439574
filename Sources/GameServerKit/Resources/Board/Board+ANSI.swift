import GameCore
import GameJSON
import GameStore

nonisolated extension CellObject {
    /// Draws the cell's five columns; `author` is the colour of the player who wrote the letter.
    fileprivate func draw(on line: inout TerminalLine, author: String) {
        guard style != .block else { return line.add("█████", ANSI.block) }
        let end = line.column + 5
        line.add(String(repeating: " ", count: max((5 - TerminalLine.width(of: caption)) / 2, 0)), ground)
        line.add(caption, ANSI.joined(ground, ink(author: author)))
        line.fill(to: end - 1, ground)
        if !caption.utf8.allSatisfy({ $0 < 0x80 }) { line.pinColumn() }
        line.add(mark?.sign ?? " ", ANSI.joined(ground, mark?.colour))
        line.fill(to: end, ground)
    }

    /// The letter, a rebus cut to the width of the cell; in parentheses if the cell is circled.
    private var caption: String {
        let text = letter?.text ?? (symbol == "." ? "" : symbol)
        let width = decoration.isCircled ? 2 : 4
        let isShort = TerminalLine.width(of: text) <= width
        let cut = isShort ? text : TerminalLine.prefix(of: text, width: width - 1) + "…"
        return decoration.isCircled ? "(" + (cut.isEmpty ? " " : cut) + ")" : cut
    }

    /// The background; nil for the terminal's own.
    private var ground: String? { style == .given ? ANSI.given : mark?.ground }

    private func ink(author: String) -> String {
        let weight = style == .plain ? nil : "1"
        return ANSI.joined(weight, mark?.attributes, mark?.colour ?? (style == .given ? ANSI.ink : author))
    }
}

nonisolated extension CellMark {
    /// The sign beside a letter with this mark, so that the mark can be told without colours.
    fileprivate var sign: String {
        switch self {
        case .hit, .right: "+"
        case .near: "~"
        case .miss: "-"
        case .wrong: "x"
        case .revealed: "*"
        case .pencil: "?"
        }
    }

    fileprivate var ground: String? {
        switch self {
        case .hit: "48;2;106;170;100"
        case .near: "48;2;214;188;88"
        case .miss: "48;2;92;103;125"
        case .right, .wrong, .revealed, .pencil: nil
        }
    }

    /// The colour of the letter; nil for its author's.
    fileprivate var colour: String? {
        switch self {
        case .hit, .near: ANSI.ink
        case .miss: "38;2;255;255;255"
        case .right: "38;2;63;143;63"
        case .wrong: "38;2;214;40;40"
        case .revealed: "38;2;58;134;255"
        case .pencil: nil
        }
    }

    /// Underlined, or dim and italic.
    fileprivate var attributes: String? {
        switch self {
        case .wrong: "4"
        case .pencil: "2;3"
        case .hit, .near, .miss, .right, .revealed: nil
        }
    }
}

nonisolated extension GameState {
    /// Board `number` drawn for a terminal, as `viewer` may see it.
    ///
    /// A board that is hidden, or that does not exist yet, is drawn empty, with a line that says why.
    func terminalPicture(ofBoard number: Int, for viewer: Seat?) -> String {
        if shows(number, to: viewer), let board = boards.numbered(number) {
            return board.terminalPicture(of: self, for: viewer)
        }
        return BoardState(number: number).terminalPicture(of: self, for: viewer, note: reasonForNoBoard)
    }

    private var reasonForNoBoard: String {
        if paused != nil { return "The board is hidden while the game is paused." }
        if phase == .waiting { return "Waiting for the game to start." }
        return "This board is hidden until the game ends."
    }

    /// The lines below a board: title, state, players.
    fileprivate func terminalLines(for viewer: Seat?) -> [TerminalLine] {
        let title = setup.title?.text ?? type(of: rules).info.title
        return [TerminalLine(title, "1"), stateLine(for: viewer), seatsLine]
    }

    /// The phase, the sequence, the short fields of the rules, the next round, and the winners.
    private func stateLine(for viewer: Seat?) -> TerminalLine {
        let state = paused == nil ? phase.rawValue : "paused"
        let winners = (result?.winners ?? []).map { player(on: $0)?.name.text ?? "seat \($0.number)" }
        var parts = [state, "sequence \(sequence)"]
        if isLocked { parts.append("locked") }
        parts += rules.fields(of: self, for: viewer).shortTexts
        if let next { parts.append("next \(next)") }
        if !winners.isEmpty { parts.append("won by " + winners.joined(separator: ", ")) }
        return TerminalLine(parts.joined(separator: ", "))
    }

    /// The players, each in the colour of their letters.
    private var seatsLine: TerminalLine {
        var line = TerminalLine()
        for player in seats {
            line.add((line.column == 0 ? "" : "  ") + "\(player.seat.number) ")
            line.add(player.name.text, ANSI.colour(player.colour))
        }
        return line
    }
}

nonisolated extension Parameters {
    /// The texts and numbers with their names, in order; no lists and groups.
    fileprivate var shortTexts: [String] {
        values.sorted { $0.key < $1.key }.compactMap { name, value in
            switch value {
            case .text(let text): "\(name) \(text)"
            case .number(let number): "\(name) \(number)"
            default: nil
            }
        }
    }
}

nonisolated extension BoardState {
    /// The number of lines of every picture for a terminal, so that the next one can be drawn over it.
    static let terminalHeight = 16

    /// The board with the state of the game, drawn for a terminal.
    ///
    /// - Parameters:
    ///   - viewer: The viewer for whom the rules write their fields below the board.
    ///   - note: The last line; by default the meaning of the marks.
    func terminalPicture(of game: GameState, for viewer: Seat?, note: String? = nil) -> String {
        let lines = terminalLines(of: game) + game.terminalLines(for: viewer)
        return (lines + [TerminalLine(note ?? legend)]).map(\.ended).joined()
    }

    /// The marks on the board with their meaning.
    private var legend: String {
        let marks = CellIndex.all.compactMap { object(at: $0).mark }
        let shown = CellMark.allCases.filter(marks.contains)
        return shown.map { "\($0.sign) \($0.rawValue)" }.joined(separator: "  ")
    }

    /// The cells with coordinates.
    private func terminalLines(of game: GameState) -> [TerminalLine] {
        let rows = (0..<CellIndex.side).map { row in CellIndex.all.filter { $0.row == row } }
        var lines = [TerminalLine("      a     b     c     d     e")]
        for (number, row) in rows.enumerated() {
            lines.append(border(above: row, number == 0 ? ("┌", "┬", "┐") : ("├", "┼", "┤")))
            lines.append(line(of: row, number + 1, game))
        }
        return lines + [border(above: [], ("└", "┴", "┘"))]
    }

    /// The border above `row`, with the numbers of its cells.
    private func border(
        above row: [CellIndex], _ corners: (left: String, middle: String, right: String)
    ) -> TerminalLine {
        let parts = (0..<CellIndex.side).map { column in
            let number = row.isEmpty ? nil : object(at: row[column]).decoration.number
            let text = number.map(String.init)?.prefix(5) ?? ""
            let isBarred = above(row, column)?.bars.contains(.bottom) == true
            return text + String(repeating: isBarred ? "━" : "─", count: 5 - text.count)
        }
        return TerminalLine("   " + corners.left + parts.joined(separator: corners.middle) + corners.right)
    }

    private func line(of row: [CellIndex], _ number: Int, _ game: GameState) -> TerminalLine {
        var line = TerminalLine(" \(number) │")
        for index in row {
            let author = stamp(at: index).by.flatMap(game.player)?.colour
            object(at: index).draw(on: &line, author: author.map(ANSI.colour) ?? "")
            line.add(object(at: index).decoration.bars.contains(.right) ? "┃" : "│")
        }
        return line
    }

    /// What is printed in the cell above that of `row` in `column`; nil above the first row and below the last.
    private func above(_ row: [CellIndex], _ column: Int) -> CellDecoration? {
        guard let index = row.first, index.row > 0 else { return nil }
        return object(at: CellIndex.all[index.position - CellIndex.side + column]).decoration
    }
}

/// One line for a terminal.
///
/// Text beyond the last column is cut off, so that no line wraps.
private nonisolated struct TerminalLine {
    /// Narrow enough for most windows, wide enough for every sentence below a board.
    private static let columns = 48
    private static let escape = "\u{1B}["
    private(set) var column = 0
    private var text = ""

    init(_ text: String = "", _ style: String? = nil) {
        add(text, style)
    }

    /// The line, followed by the sequence that erases the rest of an earlier line.
    var ended: String { text + Self.escape + "K\r\n" }

    /// Adds `added` without control characters, in `style`, the parameters of an SGR sequence.
    mutating func add(_ added: String, _ style: String? = nil) {
        var (shown, width) = (added, Self.plainWidth(of: added) ?? .max)
        if width > Self.columns - column {
            shown = Self.prefix(of: Self.printable(added), width: Self.columns - column)
            width = Self.width(of: shown)
        }
        guard !shown.isEmpty else { return }
        let isStyled = style?.isEmpty == false
        text += isStyled ? Self.escape + (style ?? "") + "m" + shown + Self.escape + "0m" : shown
        column += width
    }

    /// Adds spaces up to column `end`.
    mutating func fill(to end: Int, _ style: String?) {
        add(String(repeating: " ", count: max(end - column, 0)), style)
    }

    /// Moves the cursor to where it should be: terminals disagree about the width of some letters.
    mutating func pinColumn() {
        text += Self.escape + "\(column + 1)G"
    }

    /// Letters, marks, numbers, punctuation, symbols and spaces only.
    ///
    /// Names and titles are checked when they are sent; this also covers text that reached the store in
    /// another way.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter(isPrintable)))
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: true
        }
    }

    /// As much of `text` as fits in `width` columns.
    static func prefix(of text: String, width: Int) -> String {
        var left = width
        return String(
            text.prefix { character in
                left -= columns(of: character)
                return left >= 0
            })
    }

    /// The number of columns of `text`.
    static func width(of text: String) -> Int {
        plainWidth(of: text) ?? text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The number of columns of a text of ASCII without control characters and of lines and blocks; nil for
    /// any other.
    ///
    /// A fast path for most texts: the whole picture takes a quarter of the time.
    private static func plainWidth(of text: String) -> Int? {
        var width = 0
        for scalar in text.unicodeScalars {
            guard (0x20...0x7E).contains(scalar.value) || (0x2500...0x259F).contains(scalar.value) else {
                return nil
            }
            width += 1
        }
        return width
    }

    /// Two for the characters of East Asian scripts and for emoji (UAX #11), one for all others.
    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case ..<0x1100: return 1
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}

/// Parameters of SGR sequences (ECMA-48, 8.3.117), with 24-bit colours (ISO 8613-6).
private nonisolated enum ANSI {
    static let ink = "38;2;16;24;32"
    static let given = "48;2;232;236;241"
    static let block = "38;2;92;103;125"

    /// The parameters of all parts; empty if there are none.
    static func joined(_ parts: String?...) -> String {
        parts.compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ";")
    }

    /// The colour of a letter, made darker or lighter until it stands out from black and from white.
    ///
    /// A relative luminance of 0.1 to 0.3 has a contrast of 3:1 to both (WCAG 2.2, 1.4.3). Luminances are
    /// computed with a gamma of 2.
    static func colour(_ colour: Colour) -> String {
        let number = Int(colour.text.dropFirst(), radix: 16) ?? 0
        let linear = [16, 8, 0].map { shift in
            let part = Double(number >> shift & 0xFF) / 255
            return part * part
        }
        let luminance = zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
        let readable = linear.map { part in
            if luminance > 0.3 { return part * 0.3 / luminance }
            return luminance < 0.1 ? part + (1 - part) * (0.1 - luminance) / (1 - luminance) : part
        }
        let parts = readable.map { String(Int(($0.squareRoot() * 255).rounded())) }
        return "38;2;" + parts.joined(separator: ";")
    }
}
