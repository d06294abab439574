package import GameCore

/// The JSON of one board, written anew only where a cell has changed, and for the lines through it.
///
/// Not isolated, so that its closures need not prove for each cell on which thread they run.
package struct BoardJSON {
    /// Says which words are on the board; nil where none are told.
    package let scorer: BoardScorer?
    /// The cells as they were written; none before anything was.
    private var stamps: [CellStamp] = []
    /// The signs; after each row but the last a slash.
    private var text = JoinedParts()
    /// The cells, each followed by a comma.
    private var cells = JoinedParts()
    /// The words of each line, each word followed by a comma; often there are none.
    private var words = JoinedParts()
    private var points: [Int] = []

    package init(_ scorer: BoardScorer?) {
        self.scorer = scorer
    }

    /// The board of `game` as the contract describes it.
    package mutating func bytes(_ board: BoardState, of game: GameState) -> [UInt8] {
        if stamps.isEmpty { take(board) } else { follow(board) }
        return JSONWriter.object(capacity: 512 + cells.bytes.count + words.bytes.count) { json in
            board.writeHead(to: &json, of: game, String(decoding: text.bytes, as: UTF8.self))
            json.array("cells", json: cells.bytes.dropLast())
            if scorer != nil { LineJSON.write(words.bytes, points.reduce(0, +), to: &json) }
        }
    }

    private mutating func take(_ board: BoardState) {
        stamps = CellIndex.all.map(board.stamp)
        text = JoinedParts(CellIndex.all.map(board.signInText))
        cells = JoinedParts(CellIndex.all.map(board.cellJSON))
        let lines = scorer.map { scorer in scorer.lines.map { scorer.json($0, of: board) } } ?? []
        words = JoinedParts(lines.map(\.words))
        points = lines.map(\.points)
    }

    private mutating func follow(_ board: BoardState) {
        var changed: [CellIndex] = []
        for index in CellIndex.all where stamps[index.position] != board.stamp(at: index) {
            changed.append(index)
            stamps[index.position] = board.stamp(at: index)
            text.replace(index.position, with: board.signInText(index))
            cells.replace(index.position, with: board.cellJSON(index))
        }
        guard let scorer else { return }
        for (place, line) in scorer.lines.enumerated() where line.cells.contains(where: changed.contains) {
            let line = scorer.json(line, of: board)
            words.replace(place, with: line.words)
            points[place] = line.points
        }
    }
}

extension BoardState {
    /// The board of `game`, written in one go.
    package func write(to json: inout JSONWriter, of game: GameState, _ scorer: BoardScorer?) {
        json.object { json in
            writeHead(to: &json, of: game, text)
            json.array("cells", CellIndex.all) { json, index in writeCell(index, to: &json) }
            guard let scorer else { return }
            let lines = scorer.lines.map { scorer.json($0, of: self) }
            LineJSON.write(lines.flatMap(\.words), lines.reduce(0) { $0 + $1.points }, to: &json)
        }
    }

    fileprivate func writeHead(to json: inout JSONWriter, of game: GameState, _ text: String) {
        json.field("game", game.setup.id.text)
        json.field("board", number)
        json.field("sequence", game.sequence.value)
        json.field("hash", StateHash(sequence: game.sequence, board: number, text: text).description)
        json.field("size", CellIndex.side)
        json.field("text", text)
    }

    /// The cell at `index` as the contract describes it, and the comma before the next one.
    fileprivate func cellJSON(_ index: CellIndex) -> [UInt8] {
        var json = JSONWriter()
        writeCell(index, to: &json)
        return json.bytes + [UInt8(ascii: ",")]
    }

    /// The sign of the cell at `index` as it stands in the text of the board.
    fileprivate func signInText(_ index: CellIndex) -> [UInt8] {
        let endsRow = index.column == CellIndex.side - 1 && index.position < CellIndex.count - 1
        return Array(sign(at: index).utf8) + (endsRow ? [UInt8(ascii: "/")] : [])
    }
}

/// The bytes of several parts, one after the other, each of which can be replaced.
struct JoinedParts {
    /// All parts.
    package private(set) var bytes: [UInt8]
    /// Where each part ends.
    private var ends: [Int]

    package init(_ parts: [[UInt8]] = []) {
        bytes = Array(parts.joined())
        var end = 0
        ends = parts.map { part in
            end += part.count
            return end
        }
    }

    /// The part at `place` is `part` from now on.
    ///
    /// - Complexity: O(bytes), most of it by moving memory.
    package mutating func replace(_ place: Int, with part: [UInt8]) {
        let range = (place == 0 ? 0 : ends[place - 1])..<ends[place]
        bytes.replaceSubrange(range, with: part)
        guard part.count != range.count else { return }
        for later in place..<ends.count { ends[later] += part.count - range.count }
    }
}

extension BoardDataSource {
    /// The cell at `index` as the contract describes it.
    package func writeCell(_ index: CellIndex, to json: inout JSONWriter) {
        let stamp = stamp(at: index)
        json.object { json in
            json.field("index", index.position)
            json.field("square", index.square)
            json.field("row", index.row)
            json.field("column", index.column)
            let object = object(at: index)
            json.field("kind", object.kind)
            json.field("value", object.letter?.text ?? "")
            if let mark = object.mark { json.field("mark", mark.rawValue) }
            object.print.writeFields(to: &json)
            if let by = stamp.by { json.field("by", by.number) }
            if stamp.sequence > .zero { json.field("sequence", stamp.sequence.value) }
        }
    }
}

extension CellPrint {
    fileprivate func writeFields(to json: inout JSONWriter) {
        if let number { json.field("number", number) }
        if let label { json.field("label", label) }
        if isCircled { json.field("circled", true) }
    }
}
