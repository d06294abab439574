package import GameCore

extension GameResult {
    /// Writes the result.
    ///
    /// - Parameter hidingAnswer: Whether to leave out the answer.
    package func write(to json: inout JSONWriter, hidingAnswer: Bool = false) {
        json.object { json in
            if !scores.isEmpty || answer != nil {
                json.array("winners", winners) { json, seat in json.value(seat.number) }
            }
            if !scores.isEmpty { json.object("scores", writeScores) }
            json.key("seconds")
            json.literal(elapsed.jsonSeconds)
            guard let answer else { return }
            if !hidingAnswer { json.field("answer", answer) }
            json.field("assisted", solves.first?.isAssisted ?? false)
            json.array("solves", solves) { json, solve in json.object(solve.writeFields) }
        }
    }

    private func writeScores(to json: inout JSONWriter) {
        for score in scores {
            json.key(text: String(score.seat.number))
            json.value(score.points)
        }
    }
}

extension BoardResult {
    package func writeFields(to json: inout JSONWriter) {
        json.field("board", board)
        if let seat { json.field("seat", seat.number) }
        json.key("seconds")
        json.literal(elapsed.jsonSeconds)
        if let tries { json.field("guesses", tries) }
        if let points { json.field("score", points) }
        json.field("assisted", isAssisted)
    }
}

extension GameResult {
    /// Reads a result that `write` has written.
    ///
    /// - Throws: `invalid-value`, also when the winners or “assisted” contradict the other fields.
    package init(_ json: [String: JSONValue]) throws(RuleViolation) {
        let elapsed = try json.seconds("seconds")
        if let answer = try json.text("answer") {
            var solves: [BoardResult] = []
            for solve in try json.objects("solves") { solves.append(try BoardResult(solve, isSolved: true)) }
            self.init(
                elapsed: elapsed, winners: try json.seats("winners"),
                scores: try json["scores"] == nil ? [] : Self.scores(json), solves: solves, answer: answer)
            guard try json.flag("assisted") ?? false == solves.first?.isAssisted ?? false else {
                throw .invalidValue("“assisted” does not match the first of “solves”.")
            }
            return
        }
        self.init(elapsed: elapsed, scores: try Self.scores(json))
        guard try json["winners"] == nil ? true : json.seats("winners") == winners else {
            throw .invalidValue("“winners” must be the seats with the highest score.")
        }
    }

    private static func scores(_ json: [String: JSONValue]) throws(RuleViolation) -> [Score] {
        var scores: [Score] = []
        for (seat, points) in try json.object("scores") {
            guard seat.first != "0", let seat = Int(seat).flatMap(Seat.init(_:)),
                case .number(let points) = points
            else {
                throw .invalidValue("“scores” must map seats to points.")
            }
            scores.append(Score(seat: seat, points: points))
        }
        return scores.sorted { $0.seat < $1.seat }
    }
}

extension BoardResult {
    /// Reads a board's result that `writeFields` has written.
    ///
    /// - Parameter isSolved: Whether the board was solved, where the context says so; nil reads “solved”.
    package init(_ json: [String: JSONValue], isSolved: Bool? = nil) throws(RuleViolation) {
        let board = try json.required("board", json.number)
        guard try json.optionalSeat("seat").map({ $0.number == board }) ?? true else {
            throw .invalidValue("“seat” must be the seat of the board.")
        }
        self.init(
            board: board, elapsed: try json.seconds("seconds"),
            isSolved: try isSolved == nil ? json.required("solved", json.flag) : isSolved == true,
            isAssisted: try json.flag("assisted") ?? false, tries: try json.number("guesses"),
            points: try json.number("score"))
    }
}

extension [String: JSONValue] {
    fileprivate func seconds(_ name: String) throws(RuleViolation) -> Duration {
        switch self[name] {
        case .number(let seconds) where (0..<1 << 40).contains(seconds): return .seconds(seconds)
        case .fraction(let seconds) where (0..<0x1p40).contains(seconds):
            return .milliseconds(Int64((seconds * 1000).rounded()))
        default: throw .invalidValue("“\(name)” must be a number, 0 or more.")
        }
    }
}
