package import GameCore

extension GameSetup {
    /// The setup as it is stored and exported.
    package var record: String { String(decoding: JSONWriter.object(writeWhole), as: UTF8.self) }

    /// The setup with all that is known of it, so that it can be read again.
    package func writeWhole(to json: inout JSONWriter) {
        writeFields(to: &json)
        if created.away != 0 { json.field("away", Int(created.away)) }
        // As text: not every reader of JSON takes numbers of 64 bits.
        if seed != 0 { json.field("seed", seed.hexDigits) }
        if isImported { json.field("imported", true) }
        if let answer { json.object("answer", answer.writeFields) }
    }

    /// The setup as it is shown of a game that stands at `phase`; all of it when nobody says.
    ///
    /// What somebody has chosen instead of chance tells what is to be found, and so comes at the end.
    package func writeFields(to json: inout JSONWriter, at phase: GameState.Phase = .finished) {
        json.field("id", id.text)
        json.field("rules", rules)
        json.key("options")
        let isHidden = RuleSets.hidesAnswer(self) && phase != .finished
        (isHidden ? options.without(["seed"]) : options).write(to: &json)
        if let title { json.field("title", title.text) }
        json.field("public", isPublic)
        json.field("created", created.rfc3339)
        if let previous { json.field("previous", previous.text) }
    }

    /// The setup that was stored as `record`.
    package init(record: String) throws(RuleViolation) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("A setup is one JSON object.")
        }
        try self.init(json)
    }

    /// The setup that `json` describes.
    package init(_ json: [String: JSONValue]) throws(RuleViolation) {
        let title = try json.text("title").map { text throws(RuleViolation) in try GameTitle(text) }
        self.init(
            id: try json.gameID("id"), rules: try json.required("rules", json.text),
            options: try json.object("options").parameters(), title: title,
            isPublic: try json.flag("public") ?? false,
            created: try json.time("created", away: json.number("away") ?? 0),
            previous: json["previous"] == nil ? nil : try json.gameID("previous"),
            seed: try json.text("seed").flatMap { UInt64($0, radix: 16) } ?? 0,
            answer: json["answer"] == nil ? nil : try GameAnswer(try json.object("answer")),
            isImported: try json.flag("imported") ?? false)
    }
}

/// What is to be found in a game, as the journal keeps it; nobody is shown it in this form.
extension GameAnswer {
    /// The answer as it is stored.
    package var record: String { String(decoding: JSONWriter.object(writeFields), as: UTF8.self) }

    /// The answer that was stored as `record`.
    package init(record: String) throws(RuleViolation) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("An answer is one JSON object.")
        }
        try self.init(json)
    }

    package func writeFields(to json: inout JSONWriter) {
        switch self {
        case .word(let word): json.field("word", word)
        case .puzzle(let puzzle, let file):
            if let file { json.field("file", file) }
            json.object("puzzle", puzzle.writeWhole)
        }
    }

    package init(_ json: [String: JSONValue]) throws(RuleViolation) {
        if let word = try json.text("word") {
            self = .word(word)
        } else {
            self = .puzzle(try Puzzle(try json.object("puzzle")), file: try json.text("file"))
        }
    }
}

extension Puzzle {
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

    fileprivate init(_ json: [String: JSONValue]) throws(RuleViolation) {
        var cells: [Cell?] = []
        for cell in try json.objects("cells") { cells.append(cell.isEmpty ? nil : try Cell(cell)) }
        var clues: [(text: String, label: String?)] = []
        for clue in try json.objects("clues") {
            let text = try PuzzleText.line(try clue.text("clue") ?? "", "clue", limit: PuzzleText.longestClue)
            let label = try clue.text("label").map { text throws(RuleViolation) in
                try PuzzleText.line(text, "label")
            }
            clues.append((text, label))
        }
        var next = clues[...]
        try self.init(about: try About(try json.object("about")), cells: cells) { _ in
            next.popFirst() ?? ("", nil)
        }
    }
}

extension Puzzle.Cell {
    fileprivate init(_ json: [String: JSONValue]) throws(RuleViolation) {
        guard let answer = try json.entry("answer") else {
            throw .invalidValue("“answer” is what belongs into a cell.")
        }
        self.init(
            answer, isCircled: try json.flag("circled") ?? false, isGiven: try json.flag("given") ?? false)
    }
}

extension Puzzle.About {
    /// What there is to say.
    package func writeFields(to json: inout JSONWriter) {
        for (name, text) in [
            ("title", title), ("author", author), ("copyright", copyright), ("notes", notes),
        ] where !text.isEmpty {
            json.key(text: name)
            json.value(text)
        }
    }

    fileprivate init(_ json: [String: JSONValue]) throws(RuleViolation) {
        self.init()
        title = try PuzzleText.line(try json.text("title") ?? "", "title")
        author = try PuzzleText.line(try json.text("author") ?? "", "author's name")
        copyright = try PuzzleText.line(try json.text("copyright") ?? "", "copyright line")
        notes = try PuzzleText.notes(try json.text("notes") ?? "")
    }
}
