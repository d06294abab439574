import GameCore

/// What is to be found in a game, as the journal keeps it; nobody is shown it in this form.
nonisolated extension GameAnswer {
    /// The answer as it is stored.
    var record: String { String(decoding: JSONWriter.object(writeFields), as: UTF8.self) }

    /// The answer that was stored as `record`.
    init(record: String) throws(Problem) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("An answer is one JSON object.")
        }
        try self.init(json)
    }

    func writeFields(to json: inout JSONWriter) {
        switch self {
        case .word(let word): json.field("word", word)
        case .puzzle(let puzzle, let file):
            if let file { json.field("file", file) }
            json.object("puzzle", puzzle.writeWhole)
        }
    }

    init(_ json: [String: JSONValue]) throws(Problem) {
        if let word = try json.text("word") {
            self = .word(word)
        } else {
            self = .puzzle(try Puzzle(try json.object("puzzle")), file: try json.text("file"))
        }
    }
}

nonisolated extension Puzzle {
    fileprivate func writeWhole(to json: inout JSONWriter) {
        json.object("about", about.writeFields)
        json.array("cells", cells) { json, cell in
            json.object { json in
                guard let cell else { return }
                json.field("answer", cell.answer.text)
                if cell.isCircled { json.field("circled", true) }
                if cell.isGiven { json.field("given", true) }
            }
        }
        json.array("clues", clues) { json, clue in
            json.object { json in
                json.field("clue", clue.text)
                if let label = clue.label { json.field("label", label) }
            }
        }
    }

    fileprivate init(_ json: [String: JSONValue]) throws(Problem) {
        var cells: [Cell?] = []
        for cell in try json.objects("cells") { cells.append(cell.isEmpty ? nil : try Cell(cell)) }
        let told = try json.objects("clues")
        let about = try json.object("about")
        do {
            var clues = try told.map { clue in
                (
                    text: try PuzzleText.line(clue.text("clue") ?? "", "clue", limit: PuzzleText.longestClue),
                    label: try clue.text("label").map { try PuzzleText.line($0, "label") }
                )
            }[...]
            try self.init(about: try About(about), cells: cells) { _ in clues.popFirst() ?? ("", nil) }
        } catch let violation as RuleViolation {
            throw Problem(violation)
        } catch let problem as Problem {
            throw problem
        } catch { throw .invalidValue("“puzzle” is a crossword.") }
    }
}

nonisolated extension Puzzle.Cell {
    fileprivate init(_ json: [String: JSONValue]) throws(Problem) {
        guard let answer = try json.entry("answer") else {
            throw .invalidValue("“answer” is what belongs into a cell.")
        }
        self.init(
            answer, isCircled: try json.flag("circled") ?? false, isGiven: try json.flag("given") ?? false)
    }
}

nonisolated extension Puzzle.About {
    /// What there is to say.
    func writeFields(to json: inout JSONWriter) {
        for (name, text) in [
            ("title", title), ("author", author), ("copyright", copyright), ("notes", notes),
        ] where !text.isEmpty {
            json.key(text: name)
            json.value(text)
        }
    }

    fileprivate init(_ json: [String: JSONValue]) throws {
        self.init()
        title = try PuzzleText.line(json.text("title") ?? "", "title")
        author = try PuzzleText.line(json.text("author") ?? "", "author's name")
        copyright = try PuzzleText.line(json.text("copyright") ?? "", "copyright line")
        notes = try PuzzleText.notes(json.text("notes") ?? "")
    }
}
