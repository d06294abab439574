import GameCore

/// What is to be found in a game, as the journal keeps it; nobody is shown it in this form.
nonisolated extension GameAnswer {
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
        var clues: [(text: String, label: String?)] = []
        for clue in try json.objects("clues") {
            clues.append((try clue.text("clue") ?? "", try clue.text("label")))
        }
        var left = clues[...]
        do throws(RuleViolation) {
            try self.init(about: About(try? json.object("about")), cells: cells) { _ in
                left.popFirst() ?? ("", nil)
            }
        } catch { throw Problem(error) }
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

    fileprivate init(_ json: [String: JSONValue]?) {
        self.init()
        let read = { (name: String) in (try? json?.text(name)) ?? "" }
        (title, author) = (read("title"), read("author"))
        (copyright, notes) = (read("copyright"), read("notes"))
    }
}
