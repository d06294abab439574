import EventIO
import GameCore
import GameJSON
import GameStore

/// `POST`, `PUT` and `DELETE …/board/cells/{cell}`, and `PATCH …/board`.
enum EditCell {
    static let routes = [
        Route(.post, "/games/{id}/board/cells/{cell}", game: .named, cost: .edit, write),
        Route(.put, "/games/{id}/board/cells/{cell}", game: .named, cost: .edit, write),
        Route(.delete, "/games/{id}/board/cells/{cell}", game: .named, cost: .edit, clear),
        Route(.patch, "/games/{id}/board", game: .named, cost: .edit, patch),
    ]

    private static func write(_ call: GameCall) throws -> Outcome {
        try edit(call, CellEditBody(call.request, cell: cell(call)))
    }

    private static func clear(_ call: GameCall) throws -> Outcome {
        let entry = BoardEdit.Entry(cell: try cell(call), text: "")
        return try edit(call, CellEditBody(entries: [entry], move: nil))
    }

    private static func patch(_ call: GameCall) throws -> Outcome {
        let body = try CellEditBody(patch: call.request)
        try call.chargeFurtherEdits(body.entries.count - 1)
        return try edit(call, body)
    }

    private static func edit(_ call: GameCall, _ body: CellEditBody) throws -> Outcome {
        let known = call.request.header("if-none-match").map(EntityTags.list) ?? []
        let edit = BoardEdit(
            entries: body.entries, ifSequence: requiredSequences(call),
            // Compared weakly, as `If-Match` is not.
            unlessSequence: sequences(
                of: known.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }, call),
            // “*” is any present letter (RFC 9110, section 13.1.2).
            ifEmpty: known.contains("*"))
        return try Perform.command(.edit(edit), for: call, moveID: body.move)
    }

    private static func cell(_ call: GameCall) throws -> CellIndex {
        guard let cell = CellIndex(name: call.parameters["cell"] ?? "") else {
            throw Problem(ProblemTable["no-such-cell"], "Cells are 0…24, or a1…e5: column letter, row digit.")
        }
        return cell
    }

    /// The sequences in `If-Match`, one of which must be the current one; nil to accept any.
    ///
    /// Unknown tags are skipped, so the set may be empty; an empty set matches nothing.
    private static func requiredSequences(_ call: GameCall) -> Set<SequenceNumber>? {
        guard let header = call.request.header("if-match") else { return nil }
        let tags = EntityTags.list(header)
        return tags.contains("*") ? nil : sequences(of: tags, call)
    }

    private static func sequences(of tags: [String], _ call: GameCall) -> Set<SequenceNumber> {
        guard !tags.isEmpty else { return [] }
        let epoch = call.world.store.epoch
        return Set(
            tags.compactMap { EntityTags.sequence($0, epoch: epoch) }.compactMap(SequenceNumber.init(_:)))
    }
}

/// The body of an edit: JSON, a form, or plain text.
struct CellEditBody {
    let entries: [BoardEdit.Entry]
    /// The client's id for the move.
    let move: String?

    init(entries: [BoardEdit.Entry], move: String?) {
        self.entries = entries
        self.move = move
    }

    /// Reads the body of an edit of one cell.
    init(_ request: HTTPRequest, cell: CellIndex) throws {
        let type = RequestBody.mediaType(request)
        if RequestBody.isJSON(type) {
            try self.init(json: request.body, cell: cell)
        } else if type == "application/x-www-form-urlencoded" {
            try self.init(formOrText: try RequestBody.text(request.body), cell: cell)
        } else if type == MultipartForm.mediaType {
            try self.init(fields: MultipartForm(request).fields, cell: cell)
        } else if type.isEmpty || type == "text/plain" {
            self.init(text: try RequestBody.text(request.body), cell: cell)
        } else {
            throw Problem(
                ProblemTable["unsupported-media-type"],
                "Send an edit as application/json, a form, or text/plain.")
        }
    }

    /// Reads the body of an edit of several cells.
    init(patch request: HTTPRequest) throws {
        let body = try RequestBody.object(request, known: ["cells", "expect", "move", "pencil"])
        let isPencil = try body.flag("pencil") ?? false
        let expected = try Self.letters(body, "expect") ?? [:]
        guard let letters = try Self.letters(body, "cells") else {
            throw Problem.invalidValue("“cells” must be an object with a letter for each cell.")
        }
        guard expected.keys.allSatisfy({ letters[$0] != nil }) else {
            throw Problem.invalidValue("“expect” names a cell that “cells” does not.")
        }
        let entries = letters.map { cell, text in
            BoardEdit.Entry(cell: cell, text: text, expected: expected[cell], isPencil: isPencil)
        }
        self.init(entries: entries.sorted { $0.cell < $1.cell }, move: try body.text("move"))
    }

    /// The letters by cell in the field `name`, in NFC; nil if it is missing or null.
    private static func letters(_ body: [String: JSONValue], _ name: String) throws -> [CellIndex: String]? {
        guard let value = body[name], value != .null else { return nil }
        guard case .object(let cells) = value else {
            throw Problem.invalidValue("“\(name)” must be an object with a letter for each cell.")
        }
        var letters: [CellIndex: String] = [:]
        for (key, value) in cells {
            guard let cell = CellIndex(name: key) else {
                throw Problem(
                    ProblemTable["no-such-cell"], "Cells are 0…24, or a1…e5: column letter, row digit.")
            }
            guard case .text(let text) = value else {
                throw Problem.invalidValue("The value of a cell must be a string.")
            }
            guard letters.updateValue(text.inNFC, forKey: cell) == nil else {
                throw Problem.invalidValue("“\(name)” names a cell twice.")
            }
        }
        return letters
    }

    private init(json bytes: [UInt8], cell: CellIndex) throws {
        let body = try RequestBody.object(fromJSON: bytes, known: ["value", "move", "expect", "pencil"])
        guard let value = try body.text("value") else {
            throw Problem.invalidValue("“value” must be a letter, or \"\" to clear the cell.")
        }
        let entry = BoardEdit.Entry(
            cell: cell, text: value, expected: try body.text("expect"),
            isPencil: try body.flag("pencil") ?? false)
        self.init(entries: [entry], move: try body.text("move"))
    }

    /// Reads a form with a `value` field; without one, plain text, because curl labels every body as a form.
    private init(formOrText text: String, cell: CellIndex) throws {
        guard text.hasPrefix("value=") || text.contains("&value=") else {
            self.init(text: text, cell: cell)
            return
        }
        guard let pairs = PercentCoding.pairs(text) else {
            throw Problem(ProblemTable["invalid-text"], "The form is not valid percent-encoded UTF-8.")
        }
        try self.init(fields: pairs, cell: cell)
    }

    private init(fields pairs: [(name: String, value: String)], cell: CellIndex) throws {
        for pair in pairs where !["value", "move", "expect"].contains(pair.name) {
            throw Problem(ProblemTable["unknown-key"], "\(Parameters.quoted(pair.name)) is not known here.")
        }
        let fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
        guard let value = fields["value"] else {
            throw Problem.invalidValue("“value” must be a letter, or empty to clear the cell.")
        }
        let text = try InputReader.normalized(value)
        let entry = BoardEdit.Entry(cell: cell, text: text, expected: fields["expect"])
        self.init(entries: [entry], move: fields["move"])
    }

    /// Reads plain text, without the final newline that shells add.
    private init(text: String, cell: CellIndex) {
        let text = text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text
        self.init(entries: [BoardEdit.Entry(cell: cell, text: text)], move: nil)
    }
}
