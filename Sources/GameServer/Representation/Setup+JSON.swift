import GameCore

nonisolated extension GameSetup {
    /// The setup as it is stored and exported.
    var record: String { String(decoding: JSONWriter.object(writeWhole), as: UTF8.self) }

    /// The setup with all that is known of it, so that it can be read again.
    func writeWhole(to json: inout JSONWriter) {
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
    func writeFields(to json: inout JSONWriter, at phase: GameState.Phase = .finished) {
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
    init(record: String) throws(Problem) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("A setup is one JSON object.")
        }
        try self.init(json)
    }

    /// The setup that `json` describes.
    init(_ json: [String: JSONValue]) throws(Problem) {
        let text = try json.text("title")
        let title: GameTitle?
        do { title = try text.map { text throws(RuleViolation) in try GameTitle(text) } } catch {
            throw Problem(error)
        }
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
