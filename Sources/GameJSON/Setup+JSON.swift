package import GameCore

extension GameSetup {
    /// The setup as it is stored, hidden answer and seed included.
    package var record: String { String(decoding: JSONWriter.object(writeFull), as: UTF8.self) }

    /// Writes the setup with its secrets, so that it can be read back without loss.
    package func writeFull(to json: inout JSONWriter) {
        writeFields(to: &json)
        if created.away != 0 { json.field("away", Int(created.away)) }
        // A string, because many JSON readers cannot represent 64-bit integers.
        if seed != 0 { json.field("seed", seed.hexDigits) }
        if isImported { json.field("imported", true) }
        if let answer {
            json.key("answer")
            answer.write(to: &json)
        }
    }

    /// Writes the setup for viewers.
    ///
    /// - Parameter hidingSeed: Whether to leave out the option `seed`, from which a hidden answer follows.
    package func writeFields(to json: inout JSONWriter, hidingSeed: Bool = false) {
        json.field("id", id.text)
        json.field("rules", rules)
        json.key("options")
        (hidingSeed ? options.without(["seed"]) : options).write(to: &json)
        if let title { json.field("title", title.text) }
        json.field("public", isPublic)
        json.field("created", created.rfc3339)
        if let previous { json.field("previous", previous.text) }
    }

    /// Reads a stored setup.
    package init(record: String) throws(RuleViolation) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("A setup must be a JSON object.")
        }
        try self.init(json)
    }

    package init(_ json: [String: JSONValue]) throws(RuleViolation) {
        let title = try json.text("title").map { text throws(RuleViolation) in try GameTitle(text) }
        self.init(
            id: try json.gameID("id"), rules: try json.required("rules", json.text),
            options: try json.object("options").parameters(), title: title,
            isPublic: try json.flag("public") ?? false,
            created: try json.time("created", away: json.number("away") ?? 0),
            previous: json["previous"] == nil ? nil : try json.gameID("previous"),
            seed: try json.text("seed").flatMap { UInt64($0, radix: 16) } ?? 0,
            answer: json["answer"] == nil ? nil : Parameters(json: try json.object("answer")),
            isImported: try json.flag("imported") ?? false)
    }
}

extension Parameters {
    /// A hidden answer in stored form.
    package var record: String {
        String(decoding: JSONWriter.object { writeFields(to: &$0) }, as: UTF8.self)
    }

    package init(record: String) throws(RuleViolation) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("An answer must be a JSON object.")
        }
        self.init(json: json)
    }
}
