import EventIO
import GameCore

/// The body of an edit, whichever way the client finds natural: JSON, a form, or the bare text.
struct CellEditBody {
    let entries: [BoardEdit.Entry]
    /// The id that the client gave the move.
    let move: String?

    init(entries: [BoardEdit.Entry], move: String?) {
        self.entries = entries
        self.move = move
    }

    /// Reads an edit of `cell`.
    init(_ request: HTTPRequest, cell: CellIndex) throws(Problem) {
        let type = RequestBody.mediaType(request)
        if RequestBody.isJSON(type) {
            try self.init(json: request.body, cell: cell)
        } else if type == "application/x-www-form-urlencoded" {
            try self.init(formOrText: try RequestBody.text(request.body), cell: cell)
        } else if type.isEmpty || type == "text/plain" {
            self.init(text: try RequestBody.text(request.body), cell: cell)
        } else {
            throw Problem(
                ProblemTable["unsupported-media-type"], "An edit is application/json, a form, or text/plain.")
        }
    }

    /// Reads an edit of several cells.
    init(patch request: HTTPRequest) throws(Problem) {
        let body = try RequestBody.object(request, known: ["cells", "move", "pencil"])
        let isPencil = try body.flag("pencil") ?? false
        guard case .object(let cells) = body["cells"] else {
            throw .invalidValue("“cells” holds the letters by cell.")
        }
        var entries: [BoardEdit.Entry] = []
        for (name, value) in cells {
            guard let cell = CellIndex(name: name) else {
                throw Problem(
                    ProblemTable["no-such-cell"], "Cells are 0…24, or a1…e5: column letter, row digit.")
            }
            guard case .text(let text) = value else { throw .invalidValue("A cell's value is a text.") }
            entries.append(
                BoardEdit.Entry(cell: cell, text: RequestBody.normal(text), isPencil: isPencil))
        }
        guard Set(entries.map(\.cell)).count == entries.count else {
            throw .invalidValue("A cell is named twice.")
        }
        self.init(entries: entries.sorted { $0.cell < $1.cell }, move: try body.text("move"))
    }

    private init(json bytes: [UInt8], cell: CellIndex) throws(Problem) {
        let body = try RequestBody.object(bytes, known: ["value", "move", "expect", "pencil"])
        guard let value = try body.text("value") else {
            throw .invalidValue("“value” is a letter, or \"\" to clear.")
        }
        let entry = BoardEdit.Entry(
            cell: cell, text: value, expected: try body.text("expect"),
            isPencil: try body.flag("pencil") ?? false)
        self.init(entries: [entry], move: try body.text("move"))
    }

    /// curl labels every body as a form; only one with `value=` is.
    private init(formOrText text: String, cell: CellIndex) throws(Problem) {
        guard text.hasPrefix("value=") || text.contains("&value=") else {
            self.init(text: text, cell: cell)
            return
        }
        guard let pairs = PercentCoding.pairs(text) else {
            throw Problem(ProblemTable["invalid-text"], "The form is not valid percent-encoded UTF-8.")
        }
        for pair in pairs where !["value", "move", "expect"].contains(pair.name) {
            throw Problem(ProblemTable["unknown-key"], "\(Parameters.quoted(pair.name)) is not known here.")
        }
        let fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
        let text = RequestBody.normal(fields["value"] ?? "")
        let entry = BoardEdit.Entry(cell: cell, text: text, expected: fields["expect"])
        self.init(entries: [entry], move: fields["move"])
    }

    /// The bare text; one line end after it is how shells write.
    private init(text: String, cell: CellIndex) {
        let text = text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text
        self.init(entries: [BoardEdit.Entry(cell: cell, text: text)], move: nil)
    }
}
