package import GameCore

/// The stored form of a game's state; the setup is stored beside it.
///
/// A snapshot only shortens the replay when a game wakes or an old state is requested. The journal remains
/// the source of truth: a store ignores a snapshot that is unreadable, of another version, or does not match
/// the hash of the event at its sequence.
extension GameState {
    /// The version of the format, raised whenever the content of a snapshot or its meaning changes.
    package static let snapshotVersion = 6

    package var snapshot: [UInt8] {
        JSONWriter.object(capacity: 2048) { json in
            json.field("sequence", sequence.value)
            json.field("phase", phase.rawValue)
            json.array("boards", boards) { json, board in
                json.array(CellIndex.all) { json, index in board.writeRecord(of: index, to: &json) }
            }
            writePeople(to: &json)
            writePrompts(to: &json)
            writeTimes(to: &json)
            writeEnds(to: &json)
            if isLocked { json.field("locked", true) }
            if areSeatsClosed { json.field("closed", true) }
            if let next { json.field("next", next.text) }
            json.key("memory")
            ruleState.values.write(to: &json)
        }
    }

    private func writePeople(to json: inout JSONWriter) {
        json.array("seats", seats) { json, player in
            json.object { json in
                player.writeFields(to: &json)
                if let since = seatedSince(player.seat) { json.field("since", since.value) }
            }
        }
        json.array("left", awaySeats.sorted()) { json, seat in json.value(seat.number) }
        json.array("kicked", kickedSeats.sorted()) { json, seat in json.value(seat.number) }
        json.array("own", ownChanges.sorted { $0.key < $1.key }) { json, own in
            json.object { json in
                json.field("seat", own.key.number)
                json.field("sequence", own.value.sequence.value)
                own.value.change.writeFields(to: &json)
            }
        }
    }

    private func writePrompts(to json: inout JSONWriter) {
        json.field("promptsAsked", promptsAsked)
        json.array("prompts", prompts) { json, prompt in
            json.object { json in
                json.key("prompt")
                prompt.write(to: &json)
                prompt.expires.write("expires", to: &json)
                json.array("answers", prompt.answers) { json, button in json.value(button) }
            }
        }
    }

    private func writeTimes(to json: inout JSONWriter) {
        started?.write("started", to: &json)
        paused?.write("paused", to: &json)
        finished?.write("finished", to: &json)
        json.field("pauses", Int(totalPause.wholeMilliseconds))
    }

    private func writeEnds(to json: inout JSONWriter) {
        if let start { json.object("start", start.writeFields) }
        json.array("ends", boardResults) { json, end in
            json.object { json in
                end.writeFields(to: &json)
                json.field("solved", end.isSolved)
            }
        }
        json.array("assisted", assistedBoards.sorted()) { json, board in json.value(board) }
        if let result {
            json.key("result")
            result.write(to: &json)
        }
    }
}

extension GameState {
    /// Restores a state.
    ///
    /// - Parameter new: The game before its journal, with the setup and the rules.
    /// - Throws: `invalid-value` for a snapshot that cannot be read.
    package init(snapshot: [UInt8], of new: GameState) throws(RuleViolation) {
        guard case .object(let json) = JSONValue(parsing: String(decoding: snapshot, as: UTF8.self)),
            let phase = Phase(rawValue: try json.text("phase") ?? "")
        else { throw .invalidValue("A snapshot must be a JSON object.") }
        // The opening's seats and letters are in the snapshot too.
        self = new.setup.opening.isEmpty ? new : GameState(new.setup, new.rules)
        self.phase = phase
        sequence = try json.sequence("sequence")
        try readPeople(json)
        try readPrompts(json)
        try readTimes(json)
        try readEnds(json)
        try readBoards(json)
        isLocked = try json.flag("locked") ?? false
        areSeatsClosed = try json.flag("closed") ?? false
        next = json["next"] == nil ? nil : try json.gameID("next")
        let values = Parameters(json: try json.object("memory"))
        guard let ruleState = type(of: new.ruleState).init(values) else {
            throw .invalidValue("The rules cannot read their part of the snapshot.")
        }
        self.ruleState = ruleState
    }

    private mutating func readPeople(_ json: [String: JSONValue]) throws(RuleViolation) {
        for seat in try json.objects("seats") {
            let player = try SeatedPlayer(seat)
            seats.append(player)
            if seat["since"] != nil { seatedSince[player.seat] = try seat.sequence("since") }
        }
        awaySeats = Set(try json.seats("left"))
        kickedSeats = Set(try json.seats("kicked"))
        for own in try json.objects("own") {
            ownChanges[try own.seat("seat")] = OwnChange(
                change: try CellChange(own), sequence: try own.sequence("sequence"))
        }
    }

    private mutating func readPrompts(_ json: [String: JSONValue]) throws(RuleViolation) {
        promptsAsked = try json.required("promptsAsked", json.number)
        for kept in try json.objects("prompts") {
            let expires = try kept.moment("expires") ?? setup.created
            var prompt = try Prompt(try kept.object("prompt"), at: expires)
            prompt = prompt.expiring(at: expires)
            prompt.answers = try kept.numbers("answers")
            prompts.append(prompt)
        }
    }

    private mutating func readTimes(_ json: [String: JSONValue]) throws(RuleViolation) {
        started = try json.moment("started")
        paused = try json.moment("paused")
        finished = try json.moment("finished")
        totalPause = .milliseconds(try json.required("pauses", json.number))
    }

    private mutating func readEnds(_ json: [String: JSONValue]) throws(RuleViolation) {
        if json["start"] != nil { start = try GameStart(try json.object("start")) }
        for end in try json.objects("ends") { boardResults.append(try BoardResult(end)) }
        assistedBoards = Set(try json.numbers("assisted"))
        if json["result"] != nil { result = try GameResult(try json.object("result")) }
    }

    private mutating func readBoards(_ json: [String: JSONValue]) throws(RuleViolation) {
        guard case .list(let kept) = json["boards"] else { throw .invalidValue("“boards” must be a list.") }
        boards = boardsBeforePlay
        guard kept.count == boards.count else {
            throw .invalidValue("The snapshot has the wrong number of boards.")
        }
        for (board, cells) in zip(boards.indices, kept) {
            guard case .list(let cells) = cells, cells.count == CellIndex.count else {
                throw .invalidValue("A board must have 25 cells.")
            }
            for (index, cell) in zip(CellIndex.all, cells) {
                guard case .object(let cell) = cell else { throw .invalidValue("A cell must be an object.") }
                try boards[board].read(cell, at: index)
            }
        }
    }
}

extension BoardState {
    /// Writes letter, mark, author and sequence of a cell, under short keys since every cell repeats them.
    fileprivate func writeRecord(of index: CellIndex, to json: inout JSONWriter) {
        let (object, stamp) = (object(at: index), stamp(at: index))
        json.object { json in
            if let letter = object.letter { json.field("l", letter.text) }
            if let mark = object.mark { json.field("m", mark.rawValue) }
            if let by = stamp.by { json.field("b", by.number) }
            json.field("s", stamp.sequence.value)
        }
    }

    fileprivate mutating func read(_ json: [String: JSONValue], at index: CellIndex) throws(RuleViolation) {
        let letter = try json.text("l").flatMap(Letter.init(rebus:))
        let mark = try json.text("m").flatMap(CellMark.init(rawValue:))
        let stamp = CellStamp(by: try json.optionalSeat("b"), sequence: try json.sequence("s"))
        restore(letter, mark, stamp, at: index)
    }
}

extension Timestamp {
    /// Writes the pair of the wall clock's milliseconds and the total downtime.
    fileprivate func write(_ name: StaticString, to json: inout JSONWriter) {
        json.array(name, [milliseconds, away]) { json, number in json.value(Int(number)) }
    }
}

extension [String: JSONValue] {
    fileprivate func moment(_ name: String) throws(RuleViolation) -> Timestamp? {
        guard self[name] != nil else { return nil }
        let numbers = try numbers(name)
        guard numbers.count == 2 else { throw .invalidValue("“\(name)” must be a pair of numbers.") }
        return Timestamp(milliseconds: Int64(numbers[0]), away: Int64(numbers[1]))
    }
}
