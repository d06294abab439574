import GameCore

/// The JSON of one board, written anew only where a cell has changed, and for the lines through it.
///
/// Not isolated, so that its closures need not prove for each cell on which thread they run.
nonisolated struct BoardJSON {
    /// What is kept of a cell.
    private struct Piece {
        let stamp: CellStamp
        let json: [UInt8]
        let sign: [UInt8]
    }

    private var pieces: [Piece] = []
    private var lines: [LineJSON] = []

    /// The board of `game` as the contract describes it.
    mutating func bytes(_ board: BoardPicture, of game: GamePicture, _ scorer: BoardScorer?) -> [UInt8] {
        update(board, scorer)
        let text = text
        return JSONWriter.object(capacity: pieces.reduce(1024) { $0 + $1.json.count }) { json in
            board.writeHead(to: &json, of: game, text)
            json.array("cells", pieces) { json, piece in json.value(json: piece.json) }
            if scorer != nil { LineJSON.write(lines, to: &json) }
        }
    }

    /// The text of the board, from the signs that are kept.
    private var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * CellIndex.count)
        for (place, piece) in pieces.enumerated() {
            if place > 0, place.isMultiple(of: CellIndex.side) { bytes.append(UInt8(ascii: "/")) }
            bytes.append(contentsOf: piece.sign)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func update(_ board: BoardPicture, _ scorer: BoardScorer?) {
        guard !pieces.isEmpty else {
            pieces = CellIndex.all.map { Self.piece(board, $0) }
            lines = scorer.map { scorer in scorer.lines.map { scorer.json($0, of: board) } } ?? []
            return
        }
        let changed = CellIndex.all.filter { pieces[$0.position].stamp != board.stamp(at: $0) }
        for index in changed { pieces[index.position] = Self.piece(board, index) }
        guard let scorer else { return }
        for (place, line) in scorer.lines.enumerated() where line.cells.contains(where: changed.contains) {
            lines[place] = scorer.json(line, of: board)
        }
    }

    private static func piece(_ board: BoardPicture, _ index: CellIndex) -> Piece {
        var json = JSONWriter()
        board.writeCell(index, to: &json)
        let sign = Array(board.sign(at: index).utf8)
        return Piece(stamp: board.stamp(at: index), json: json.bytes, sign: sign)
    }
}

nonisolated extension BoardPicture {
    /// The board of `game`, written in one go.
    func write(to json: inout JSONWriter, of game: GamePicture, _ scorer: BoardScorer?) {
        json.object { json in
            writeHead(to: &json, of: game, text)
            json.array("cells", CellIndex.all) { json, index in writeCell(index, to: &json) }
            if let scorer { LineJSON.write(scorer.lines.map { scorer.json($0, of: self) }, to: &json) }
        }
    }

    fileprivate func writeHead(to json: inout JSONWriter, of game: GamePicture, _ text: String) {
        json.field("game", game.setup.id.text)
        json.field("board", number)
        json.field("sequence", game.sequence.value)
        json.field("hash", StateHash(sequence: game.sequence, board: number, text: text).description)
        json.field("size", CellIndex.side)
        json.field("text", text)
    }
}
