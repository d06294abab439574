import GameCore
import GameJSON
import GameStore

nonisolated extension CellObject {
    /// The markup of the cell whose upper left corner is at `x`, `y`.
    fileprivate func svg(x: Int, y: Int) -> String {
        let ground = ground.map { SVG.square(x: x, y: y, fill: $0) } ?? ""
        let letter = letter.map { SVG.letter($0, x: x, y: y, weight: weight) } ?? ""
        return ground + SVG.decoration(decoration, x: x, y: y) + letter
    }

    /// The background colour; nil for the board's own.
    private var ground: String? {
        switch style {
        case .block: "#1d2733"
        case .given: "#e8ecf1"
        case .plain, .bold: mark?.ground
        }
    }

    private var weight: Int {
        switch style {
        case .bold, .given: 700
        case .plain, .block: mark == .pencil ? 300 : 500
        }
    }
}

nonisolated extension CellMark {
    /// The background colour of a letter with this mark.
    fileprivate var ground: String {
        switch self {
        case .hit, .right: "#bfe3c6"
        case .near: "#f5df9f"
        case .miss: "#d5dbe3"
        case .wrong: "#f3c4c0"
        case .revealed: "#cfe2f5"
        case .pencil: "#fff"
        }
    }
}

nonisolated extension BoardState {
    /// The board as an SVG image.
    var svg: String {
        let width = SVG.side * CellIndex.side
        var parts = [SVG.opening(width: width, title: "5x5 board: \(text)")]
        for index in CellIndex.all {
            parts.append(object(at: index).svg(x: index.column * SVG.side, y: index.row * SVG.side))
        }
        for line in 1..<CellIndex.side {
            parts.append(SVG.line(0, line * SVG.side, width, line * SVG.side))
            parts.append(SVG.line(line * SVG.side, 0, line * SVG.side, width))
        }
        for index in CellIndex.all {
            parts += SVG.bars(
                object(at: index).decoration.bars, x: index.column * SVG.side, y: index.row * SVG.side)
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }
}

/// The shapes of the image.
///
/// They need no escaping, because a `Letter` never contains markup.
private nonisolated enum SVG {
    static let side = 80

    static func opening(width: Int, title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 \(width + 8) \(width + 8)" role="img">
        <title>\(title)</title>
        <rect width="\(width)" height="\(width)" rx="6" fill="#fff" stroke="#1d2733" stroke-width="4"/>
        """
    }

    static func letter(_ letter: Letter, x: Int, y: Int, weight: Int) -> String {
        let size = letter.isSingle ? 46 : max(14, 80 / letter.text.count)
        return """
            <text x="\(x + side / 2)" y="\(y + 40 + size * 16 / 46)" text-anchor="middle" \
            font-family="system-ui, sans-serif" font-size="\(size)" font-weight="\(weight)" \
            fill="#1d2733">\(letter)</text>
            """
    }

    /// The number and circle of a crossword cell.
    static func decoration(_ decoration: CellDecoration, x: Int, y: Int) -> String {
        let number = decoration.number.map { number in
            """
            <text x="\(x + 6)" y="\(y + 20)" font-family="system-ui, sans-serif" font-size="17" \
            fill="#4a5868">\(number)</text>
            """
        }
        let circle = """
            <circle cx="\(x + side / 2)" cy="\(y + side / 2)" r="36" fill="none" stroke="#9aa7b5" \
            stroke-width="1.5"/>
            """
        return (number ?? "") + (decoration.isCircled ? circle : "")
    }

    /// The bars at the right and at the bottom of a cell.
    static func bars(_ bars: CellBars, x: Int, y: Int) -> [String] {
        let right = "M\(x + side) \(y)v\(side)", bottom = "M\(x) \(y + side)h\(side)"
        return [(CellBars.right, right), (.bottom, bottom)].filter { bars.contains($0.0) }.map {
            """
            <path d="\($0.1)" stroke="#1d2733" stroke-width="6"/>
            """
        }
    }

    static func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> String {
        """
        <path d="M\(x1) \(y1)L\(x2) \(y2)" stroke="#9aa7b5" stroke-width="1.5"/>
        """
    }

    static func square(x: Int, y: Int, fill: String) -> String {
        """
        <rect x="\(x)" y="\(y)" width="\(side)" height="\(side)" fill="\(fill)"/>
        """
    }
}
