package import GameCore

/// The JSON of one board, cached by cell and by line from the second call of `bytes` on.
///
/// After an edit, only the changed cells and the lines through them are encoded again. The first call caches
/// nothing, because most boards that are read do not change again before their game sleeps. The type belongs
/// to no actor: closures on the main actor would check the current executor once per cell.
package struct BoardJSON {
    /// Finds and scores the words on the board; nil for rules without words.
    package let scorer: BoardScorer?
    private var wasRead = false
    /// The stamps of the cached cells; empty without a cache.
    private var stamps: [CellStamp] = []
    /// The board as text, one part per cell; a slash ends each row but the last.
    private var text = JoinedParts()
    /// The JSON of the cells, each followed by a comma.
    private var cells = JoinedParts()
    /// The JSON of the words, one part per line, each word followed by a comma.
    private var words = JoinedParts()
    private var points: [Int] = []

    package init(_ scorer: BoardScorer?) {
        self.scorer = scorer
    }

    package mutating func bytes(_ board: BoardState, of game: GameState) -> [UInt8] {
        guard wasRead else {
            wasRead = true
            var json = JSONWriter(capacity: 4096)
            board.write(to: &json, of: game, scorer)
            return json.bytes
        }
        if stamps.isEmpty { encode(board) } else { encodeChanges(in: board) }
        return JSONWriter.object(capacity: 512 + cells.bytes.count + words.bytes.count) { json in
            board.writeHead(to: &json, of: game, String(decoding: text.bytes, as: UTF8.self))
            json.array("cells", json: cells.bytes.dropLast())
            if scorer != nil { LineJSON.write(words.bytes, points.reduce(0, +), to: &json) }
        }
    }

    private mutating func encode(_ board: BoardState) {
        stamps = CellIndex.all.map(board.stamp)
        text = JoinedParts(CellIndex.all.map(board.textPart))
        cells = JoinedParts(CellIndex.all.map(board.cellJSON))
        let lines = scorer.map { scorer in scorer.lines.map { scorer.json($0, of: board) } } ?? []
        words = JoinedParts(lines.map(\.words))
        points = lines.map(\.points)
    }

    private mutating func encodeChanges(in board: BoardState) {
        var changed: [CellIndex] = []
        for index in CellIndex.all where stamps[index.position] != board.stamp(at: index) {
            changed.append(index)
            stamps[index.position] = board.stamp(at: index)
            text.replacePart(at: index.position, with: board.textPart(at: index))
            cells.replacePart(at: index.position, with: board.cellJSON(index))
        }
        guard let scorer else { return }
        for (number, line) in scorer.lines.enumerated() where line.cells.contains(where: changed.contains) {
            let line = scorer.json(line, of: board)
            words.replacePart(at: number, with: line.words)
            points[number] = line.points
        }
    }
}

extension BoardState {
    /// Writes the board of `game` without a cache.
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

    /// The JSON of the cell at `index`, followed by a comma.
    fileprivate func cellJSON(_ index: CellIndex) -> [UInt8] {
        var json = JSONWriter()
        writeCell(index, to: &json)
        return json.bytes + [UInt8(ascii: ",")]
    }

    /// The part of the board's text for the cell at `index`.
    fileprivate func textPart(at index: CellIndex) -> [UInt8] {
        let endsRow = index.column == CellIndex.side - 1 && index.position < CellIndex.count - 1
        return Array(symbol(at: index).utf8) + (endsRow ? [UInt8(ascii: "/")] : [])
    }
}

/// Consecutive byte strings in one array, each of which can be replaced.
struct JoinedParts {
    package private(set) var bytes: [UInt8]
    /// The offset at which each part ends.
    private var ends: [Int]

    package init(_ parts: [[UInt8]] = []) {
        // The room is for some longer parts. Without a reservation the capacity would be a power of two.
        bytes = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count } * 9 / 8)
        for part in parts { bytes += part }
        var end = 0
        ends = parts.map { part in
            end += part.count
            return end
        }
    }

    /// Replaces the part at `index`.
    ///
    /// - Complexity: O(bytes), mostly one move of memory.
    package mutating func replacePart(at index: Int, with part: [UInt8]) {
        let range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
        bytes.replaceSubrange(range, with: part)
        guard part.count != range.count else { return }
        for later in index..<ends.count { ends[later] += part.count - range.count }
    }
}

extension BoardDataSource {
    package func writeCell(_ index: CellIndex, to json: inout JSONWriter) {
        let stamp = stamp(at: index)
        json.object { json in
            json.fields(json: index.jsonFields)
            let object = object(at: index)
            json.field("kind", object.kind)
            json.field("value", object.letter?.text ?? "")
            if let mark = object.mark { json.field("mark", mark.rawValue) }
            object.decoration.writeFields(to: &json)
            if let by = stamp.by { json.field("by", by.number) }
            if stamp.sequence > .zero { json.field("sequence", stamp.sequence.value) }
        }
    }
}

extension CellIndex {
    /// The fields that say where the cell is; encoded once, because they are half of an empty cell's JSON.
    fileprivate var jsonFields: [UInt8] { Self.encodedFields[position] }

    private static let encodedFields = all.map { index in
        let object = JSONWriter.object { json in
            json.field("index", index.position)
            json.field("square", index.square)
            json.field("row", index.row)
            json.field("column", index.column)
        }
        return Array(object.dropFirst().dropLast())
    }
}

extension CellDecoration {
    fileprivate func writeFields(to json: inout JSONWriter) {
        if let number { json.field("number", number) }
        if let label { json.field("label", label) }
        if isCircled { json.field("circled", true) }
        if !bars.isEmpty { json.array("bars", bars.names) { json, name in json.value(name) } }
    }
}
