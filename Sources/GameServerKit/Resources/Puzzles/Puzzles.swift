import EventIO
import GameCore
import GameJSON
import GameStore

/// `/puzzles`: crosswords that people give to the server, or have made.
enum Puzzles {
    /// The address that takes files, which may be longer than other bodies.
    nonisolated static let path = "/puzzles"
    static let routes = [
        // Refused files cost their sender too: they have to be read.
        Route(.post, path, cost: .newGame, keep),
        Route(.post, path + "/generate", cost: .newGame, generate),
        // The file is read anew for each call.
        Route(.get, path + "/{puzzle}", cost: .addressEdit, show),
    ]

    private static func keep(_ call: Call) throws -> Outcome {
        let isPublic = try isPublic(call)
        let file = try PuzzleFile(call.request.body, mediaType: RequestBody.mediaType(call.request))
        return keep(file, isPublic, seed: nil, call)
    }

    private static func generate(_ call: Call) throws -> Outcome {
        let body = try RequestBody.object(
            call.request, known: ["seed", "difficulty", "lexicon", "public"])
        let isPublic = try body.flag("public") ?? false
        let lexicon = try body.text("lexicon") ?? Lexicons.default
        let options = try body.parameters()
        let seed = try options.number("seed", in: HiddenSeed.choices) ?? .random(in: HiddenSeed.choices)
        let difficulty = try Difficulty(options) ?? .medium
        guard call.world.lexicons[lexicon] != nil else {
            throw Problem(
                ProblemTable["unknown-lexicon"], "There is no lexicon of that name; see /lexicons.")
        }
        let generators = call.world.generators
        try call.world.bots.analyse {
            generators.generator(lexicon)?.puzzle(number: seed, difficulty: difficulty)
        } _: { puzzle in
            guard let puzzle else {
                let problem = Problem(
                    ProblemTable["no-clues"], "There are no clues for the words of that lexicon.")
                return call.pending.send(problem.response())
            }
            _ = keep(PuzzleFile(puzzle), isPublic, seed: seed, call)
        }
        return .later
    }

    /// Keeps `file`, and answers with what is in it and the owner's token.
    private static func keep(_ file: PuzzleFile, _ isPublic: Bool, seed: Int?, _ call: Call) -> Outcome {
        let token = Token.random()
        let kept = StoredPuzzle(
            id: GameID.random().text, format: file.format, file: file.bytes, owner: token.digest,
            isPublic: isPublic, made: call.world.now)
        var entry = JournalEntry(game: .lobby)
        entry.puzzle = kept
        if let refusal = call.world.commits.refusal {
            call.pending.send(refusal.response())
            return .later
        }
        call.world.commits.append(entry, of: call.world.games.lobby) { problem in
            if let problem { return call.pending.send(problem.response()) }
            let json = kept.json(file.puzzle, warnings: file.warnings, seed: seed, token: token)
            let location = (name: "Location", value: "\(path)/\(kept.id)")
            call.pending.send(Reply.json(json, status: 201, headers: [location]))
        }
        return .later
    }

    private static func isPublic(_ call: Call) throws -> Bool {
        switch try Query(call.request.query)["public"] {
        case nil, "false": return false
        case "true": return true
        default: throw Problem.invalidQuery("“public” is true or false.")
        }
    }

    /// The puzzle without its answers; as a file, with them, for who may have it.
    private static func show(_ call: Call) throws -> Outcome {
        let parts = (call.parameters["puzzle"] ?? "").split(separator: ".", maxSplits: 1).map(String.init)
        let format = parts.count == 2 ? PuzzleFile.Format(rawValue: parts[1]) : nil
        guard let id = parts.first, parts.count == 1 || format != nil else { throw Problem.noSuchPuzzle }
        let token = try format == nil ? nil : ownerToken(call)
        call.world.store.puzzle(id) { found in
            call.pending.send(answer(found, format, token))
        }
        return .later
    }

    private static func answer(
        _ found: Result<StoredPuzzle?, StoreFailure>, _ format: PuzzleFile.Format?, _ token: Digest?
    ) -> HTTPResponse {
        guard case .success(let found) = found else { return Problem.storeSilent.response() }
        guard let kept = found, let puzzle = kept.puzzle else { return Problem.noSuchPuzzle.response() }
        guard let format else { return Reply.json(kept.json(puzzle)) }
        guard kept.isPublic || token.map(kept.owner.isSame) == true else {
            let problem =
                token == nil
                ? Problem.tokenNeeded("token-needed", "The file is its owner's; send the owner's token.")
                : .tokenNeeded("unknown-token", "This token is not that of the puzzle's owner.")
            return problem.response()
        }
        let bytes = format == kept.format ? kept.file : PuzzleFile.write(puzzle, as: format)
        let name = "attachment; filename=\"\(kept.id).\(format.rawValue)\""
        return Reply.respond(
            200, format.mediaType, bytes, [("Content-Disposition", name), ("Vary", "Authorization")],
            cache: "no-store")
    }

    private static func ownerToken(_ call: Call) throws -> Digest? {
        try call.bearer().map { Token(text: $0).digest }
    }
}

extension StoredPuzzle {
    /// What is in the file; nil when it cannot be read any more.
    nonisolated var puzzle: Puzzle? { try? PuzzleFile(file, mediaType: format.mediaType).puzzle }
}

nonisolated extension StoredPuzzle {
    /// What is in the file, without its answers; with what only who has sent it is told.
    func json(_ puzzle: Puzzle, warnings: [String]? = nil, seed: Int? = nil, token: Token? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.field("id", id)
            json.field("format", format.rawValue)
            json.field("public", isPublic)
            puzzle.about.values.writeFields(to: &json)
            json.field("size", CellIndex.side)
            json.field("text", BoardState(of: Board(objects: puzzle.layout)).text)
            json.object("clues") { json in puzzle.clues(withAnswers: false).writeFields(to: &json) }
            if let warnings { json.array("warnings", warnings) { json, warning in json.value(warning) } }
            if let seed { json.field("seed", seed) }
            if let token { json.field("token", token.text) }
        }
    }
}
