import GameCore

/// How an object in a cell looks in an SVG picture.
nonisolated protocol SVGRepresented {
    /// The markup inside of the square whose upper left corner is at `x`, `y`.
    func svg(x: Int, y: Int) -> String
}

nonisolated extension LetterCell: SVGRepresented {
    func svg(x: Int, y: Int) -> String {
        letter.map { SVG.letter($0, x: x, y: y, weight: 500) } ?? ""
    }
}

nonisolated extension BlockCell: SVGRepresented {
    func svg(x: Int, y: Int) -> String {
        SVG.square(x: x, y: y, fill: "#1d2733")
    }
}

nonisolated extension GivenCell: SVGRepresented {
    func svg(x: Int, y: Int) -> String {
        let ground = SVG.square(x: x, y: y, fill: "#e8ecf1")
        return ground + (letter.map { SVG.letter($0, x: x, y: y, weight: 700) } ?? "")
    }
}

nonisolated extension BoardPicture {
    /// A picture of the board, 5 · 80 units wide with a thin frame.
    var svg: String {
        let width = SVG.side * CellIndex.side
        var parts = [SVG.opening(width: width, title: "5x5 board: \(text)")]
        for index in CellIndex.all {
            let represented = object(at: index) as? any SVGRepresented
            parts.append(represented?.svg(x: index.column * SVG.side, y: index.row * SVG.side) ?? "")
        }
        for line in 1..<CellIndex.side {
            parts.append(SVG.line(0, line * SVG.side, width, line * SVG.side))
            parts.append(SVG.line(line * SVG.side, 0, line * SVG.side, width))
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }
}

/// The few shapes of the picture.
///
/// Letters are letters (`Letter`), so none of them can be markup.
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
        """
        <text x="\(x + side / 2)" y="\(y + 56)" text-anchor="middle" font-family="system-ui, sans-serif" \
        font-size="46" font-weight="\(weight)" fill="#1d2733">\(letter)</text>
        """
    }

    static func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> String {
        """
        <path d="M\(x1) \(y1)L\(x2) \(y2)" stroke="#9aa7b5" stroke-width="1.5"/>
        """
    }

    /// A filled square.
    static func square(x: Int, y: Int, fill: String) -> String {
        """
        <rect x="\(x)" y="\(y)" width="\(side)" height="\(side)" fill="\(fill)"/>
        """
    }
}
