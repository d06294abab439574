import GameCore

/// The JSON of one board, written anew only where a cell has changed.
nonisolated struct BoardJSON {
    private var cells: [[UInt8]]
    private var stamps: [CellStamp?]

    init() {
        cells = Array(repeating: [], count: CellIndex.count)
        stamps = Array(repeating: nil, count: CellIndex.count)
    }

    /// The board of `game` as the contract describes it.
    mutating func bytes(_ board: BoardPicture, of game: GamePicture, _ scorer: BoardScorer?) -> [UInt8] {
        for index in CellIndex.all where stamps[index.position] != board.stamp(at: index) {
            var cell = JSONWriter()
            board.writeCell(index, to: &cell)
            cells[index.position] = cell.bytes
            stamps[index.position] = board.stamp(at: index)
        }
        return JSONWriter.object { json in
            board.writeHead(to: &json, of: game)
            json.array("cells", cells) { json, cell in json.value(json: cell) }
            scorer?.write(board, to: &json)
        }
    }
}

nonisolated extension BoardPicture {
    /// The board of `game`, written in one go.
    func write(to json: inout JSONWriter, of game: GamePicture, _ scorer: BoardScorer?) {
        json.object { json in
            writeHead(to: &json, of: game)
            json.array("cells", CellIndex.all) { json, index in writeCell(index, to: &json) }
            scorer?.write(self, to: &json)
        }
    }

    fileprivate func writeHead(to json: inout JSONWriter, of game: GamePicture) {
        json.field("game", game.setup.id.text)
        json.field("board", number)
        json.field("sequence", game.sequence.value)
        json.field("hash", StateHash(sequence: game.sequence, boards: [self]).description)
        json.field("size", CellIndex.side)
        json.field("text", text)
    }
}
