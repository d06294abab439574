import Foundation
import Hummingbird
import Synchronization

/// A game with one board, usable on any thread; a lock is faster here than an actor.
final class Game: Sendable {
    let id: String
    private let board: Mutex<Board>

    init(id: String) {
        self.id = id
        board = Mutex(Board(game: id))
    }

    /// The tag and the encoded board, which is encoded on the first request after a change.
    func encoded() throws -> (tag: String, body: ByteBuffer) {
        try board.withLock { board in (board.tag, try board.encoded()) }
    }

    var document: BoardDocument { board.withLock { $0.document } }

    func edit(_ cell: Int, _ letter: String) -> Edited {
        board.withLock { $0.edit(cell, letter) }
    }
}

/// A board with its encoded bytes, which are nil after a change.
private struct Board {
    private(set) var document: BoardDocument
    private var bytes: ByteBuffer?

    init(game: String) { document = BoardDocument(game: game) }

    var tag: String { "\"\(document.sequence)\"" }

    mutating func encoded() throws -> ByteBuffer {
        if let bytes { return bytes }
        document.updateTextAndHash()
        let made = ByteBuffer(data: try JSONEncoder().encode(document))
        bytes = made
        return made
    }

    mutating func edit(_ cell: Int, _ letter: String) -> Edited {
        let previous = document.cells[cell].value
        guard previous != letter else { return Edited(document, events: []) }
        document.sequence += 1
        document.cells[cell].value = letter
        document.cells[cell].sequence = document.sequence
        document.updateTextAndHash()
        bytes = nil
        let event = Edited.Event(document.sequence, cell: cell, value: letter, previous: previous)
        return Edited(document, events: [event])
    }
}

/// The JSON of a board.
struct BoardDocument: Encodable {
    struct Cell: Encodable {
        let index: Int
        let square: String
        let row: Int
        let column: Int
        let kind = "letter"
        var value = ""
        var sequence: Int?

        init(_ index: Int) {
            self.index = index
            (row, column) = (index / 5, index % 5)
            square = "\(["a", "b", "c", "d", "e"][column])\(row + 1)"
        }
    }

    let game: String
    let board = 0
    var sequence = 0
    var hash = ""
    let size = 5
    var text = ""
    var cells = (0..<25).map(Cell.init)
    let words: [String] = []
    let score = 0

    init(game: String) {
        self.game = game
        updateTextAndHash()
    }

    /// Updates the text and the hash, which is 32-bit FNV-1a.
    mutating func updateTextAndHash() {
        text = stride(from: 0, to: 25, by: 5)
            .map { row in cells[row..<row + 5].map { $0.value.isEmpty ? "." : $0.value }.joined() }
            .joined(separator: "/")
        let value = "\(sequence)\n0:\(text)".utf8.reduce(2_166_136_261 as UInt32) { hash, byte in
            (hash ^ UInt32(byte)) &* 16_777_619
        }
        let digits = String(value, radix: 16)
        hash = String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// The response to an edit.
struct Edited: Encodable {
    struct Event: Encodable {
        let sequence: Int
        let time = Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
        let type = "cell.changed"
        let board = 0
        let cell: Int
        let value: String
        let previous: String

        init(_ sequence: Int, cell: Int, value: String, previous: String) {
            (self.sequence, self.cell, self.value, self.previous) = (sequence, cell, value, previous)
        }
    }

    let sequence: Int
    let hash: String
    let events: [Event]

    init(_ board: BoardDocument, events: [Event]) {
        (sequence, hash, self.events) = (board.sequence, board.hash, events)
    }
}
