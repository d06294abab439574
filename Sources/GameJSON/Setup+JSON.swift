package import GameCore

extension GameSetup {
    /// The setup in stored form, with its hidden answer and seed.
    package var record: String { String(decoding: JSONWriter.object(writeFull), as: UTF8.self) }

    /// Writes the setup with its secrets, so that it can be read back without loss.
    package func writeFull(to json: inout JSONWriter) {
        writeFields(to: &json)
        if created.away != 0 { json.field("away", Int(created.away)) }
        // A string, because many JSON readers cannot represent 64-bit integers.
        if seed != 0 { json.field("seed", seed.hexDigits) }
        if let daySeed { json.field("daySeed", daySeed.hexDigits) }
        if isImported { json.field("imported", true) }
        if let host { json.field("host", host.text) }
        if isPersonal { json.field("personal", true) }
        if let roomSize { json.field("roomSize", roomSize) }
        if let countdown { json.field("countdown", Int(countdown.wholeMilliseconds)) }
        if let answer {
            json.key("answer")
            answer.write(to: &json)
        }
        if !opening.isEmpty { json.array("opening", opening) { json, event in event.writeFull(to: &json) } }
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
        if let room { json.field("room", room.text) }
        if let challenge { json.field("challenge", challenge.text) }
    }

    /// Reads a stored setup.
    package init(record: String) throws(RuleViolation) {
        guard case .object(let json) = JSONValue(parsing: record) else {
            throw .invalidValue("A setup must be a JSON object.")
        }
        try self.init(json)
    }

    package init(_ json: [String: JSONValue]) throws(RuleViolation) {
        var opening: [GameEvent] = []
        if json["opening"] != nil {
            for event in try json.objects("opening") { opening.append(try GameEvent(event)) }
        }
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
        self = withOpening(opening).withHost(try json.playerID("host"))
        if try json.flag("personal") ?? false { self = personal }
        let size = try json.number("roomSize").flatMap { Seat($0)?.number }
        self = withRoom(try json.text("room").flatMap { RoomName($0) }, size: size)
            .withCountdown(try json.number("countdown").map { .milliseconds($0) })
            .withChallenge(try json.text("challenge").flatMap { ChallengeID($0) })
            .withDaySeed(try json.text("daySeed").flatMap { UInt64($0, radix: 16) })
    }
}

extension Parameters {
    /// The values in stored form, such as a hidden answer.
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

extension [GameEvent] {
    /// The events of an opening in stored form.
    package var openingRecord: String {
        var json = JSONWriter()
        json.array(self) { json, event in event.writeFull(to: &json, form: .journal) }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    package init(openingRecord: String) throws(RuleViolation) {
        guard case .list(let list) = JSONValue(parsing: openingRecord) else {
            throw .invalidValue("An opening must be a JSON array.")
        }
        self = []
        for case .object(let event) in list { append(try GameEvent(event, form: .journal)) }
    }
}
