import EventIO
import GameCore
import GameJSON
import GameStore

/// `/puzzles`: uploaded and generated crosswords.
enum Puzzles {
    /// The path that accepts files, whose bodies may be longer than others.
    nonisolated static let path = "/puzzles"
    static let routes = [
        // A file that is only checked costs less than one that is stored.
        Route(.post, path, cost: .free, making: .fromFile, upload),
        Route(.post, path + "/generate", cost: .newGame, making: .something, generate),
        Route(.get, path, cost: .addressEdit, list),
        Route(.get, path + "/{puzzle}", cost: .addressEdit, show),
    ]

    private static func list(_ call: Call) throws -> Outcome {
        let query = try Query(call.request.query)
        let limit = try query.number("limit", in: 1...Settings.maximumGamesPage) ?? Settings.defaultGamesPage
        let cursor = try query.number("cursor", in: 0...Int.max)
        // One more than requested, to find out whether there is a next page.
        let wanted = PuzzleListQuery(limit: limit + 1, cursor: cursor)
        call.world.store.puzzles(wanted, for: try call.requester(.store)) { found in
            call.finish(
                found.mapError { _ in .storeUnreadable }.map { puzzles in
                    var headers: [(name: String, value: String)] = []
                    if puzzles.count > limit, let last = puzzles.prefix(limit).last {
                        headers = [
                            ("Link", "<\(path)?cursor=\(last.ordinal)&limit=\(limit)>; rel=\"next\"")
                        ]
                    }
                    return Reply.json(PuzzleSummary.list(puzzles.prefix(limit)), headers: headers)
                })
        }
        return .later
    }

    /// Stores a file, or with `check=1` only answers with the findings about it.
    private static func upload(_ call: Call) throws -> Outcome {
        let query = try Query(call.request.query)
        let isCheck = try query.flag("check")
        let isPublic = try query.flag("public")
        // Refused files are charged too, because they have to be read.
        try call.charge(isCheck ? .addressEdit : .newGame)
        let packs = try packs(query["lexicon"], call)
        let file: PuzzleFile
        do throws(UnreadableInput) {
            file = try PuzzleFile(call.request.body, mediaType: RequestBody.mediaType(call.request))
        } catch {
            guard isCheck, error.lacksSolution else { throw error }
            return .answer(Reply.json([PuzzleFinding(.noSolution, error.detail)].json))
        }
        let generators = call.world.generators
        try call.world.workers.puzzles.run(for: try call.requester(.worker)) {
            file.findings(generators.vocabulary(of: file.puzzle, among: packs))
        } _: { findings in
            call.goOn {
                if isCheck { return .answer(Reply.json(findings.json)) }
                return try store(file, isPublic, findings: findings, seed: nil, call)
            }
        }
        return .later
    }

    /// The pack with this id, or all packs without an id, the default one first.
    private static func packs(_ id: String?, _ call: Call) throws -> [Pack] {
        let packs = call.world.lexicons.packs
        guard let id else {
            return packs.filter { $0.id == Lexicons.default } + packs.filter { $0.id != Lexicons.default }
        }
        guard let pack = call.world.lexicons[id] else {
            throw Problem(
                ProblemTable["unknown-lexicon"], "There is no lexicon with this name; see /lexicons.")
        }
        return [pack]
    }

    private static func generate(_ call: Call) throws -> Outcome {
        let body = try RequestBody.object(
            call.request, known: ["seed", "difficulty", "lexicon", "public"])
        let isPublic = try body.flag("public") ?? false
        let lexicon = try body.text("lexicon") ?? Lexicons.default
        let options = try body.parameters()
        let seed = try options.number("seed", in: HiddenSeed.range) ?? randomSeed(call)
        let difficulty = try Difficulty(options) ?? .medium
        _ = try call.world.lexicons.lexicon(lexicon, for: PuzzleGenerator.rules)
        let generators = call.world.generators
        try call.world.workers.puzzles.run(for: try call.requester(.worker)) {
            generators.generator(lexicon)?.puzzle(number: seed, difficulty: difficulty)
        } _: { puzzle in
            guard let puzzle else {
                let problem = Problem(
                    ProblemTable["no-clues"], "There are no clues for this lexicon.")
                return call.pending.send(problem.response())
            }
            let signed = puzzle.signed(on: call.world.today)
            // Findings would reveal answers of a generated puzzle, which the client may want to play.
            call.goOn { try store(PuzzleFile(signed), isPublic, findings: [], seed: seed, call) }
        }
        return .later
    }

    /// Stores `file`, and answers with the puzzle and its owner's token.
    private static func store(
        _ file: PuzzleFile, _ isPublic: Bool, findings: [PuzzleFinding], seed: Int?, _ call: Call
    ) throws -> Outcome {
        let token = call.newToken
        let stored = StoredPuzzle(
            id: call.newGameID.text, format: file.format, file: file.bytes,
            content: file.puzzle.values.record, owner: token.digest, isPublic: isPublic,
            created: call.world.now)
        if let refusal = call.world.commits.refusal { throw refusal }
        let answer = { (problem: Problem?) in
            if let problem { return call.pending.send(problem.response()) }
            let json = stored.json(file.puzzle, warnings: findings, seed: seed, token: token)
            let location = (name: "Location", value: "\(path)/\(stored.id)")
            call.pending.send(Reply.json(json, status: 201, headers: [location]))
        }
        let add = {
            var entry = JournalEntry(game: .lobby)
            entry.puzzle = stored
            call.world.commits.append(entry, of: call.world.games.lobby, answer)
        }
        guard call.isRepeated else {
            add()
            return .later
        }
        call.world.store.puzzle(stored.id, for: try call.requester(.store)) { found in
            switch found {
            case .failure: answer(.storeUnreadable)
            case .success(let known): if known == nil { add() } else { answer(nil) }
            }
        }
        return .later
    }

    /// A seed for a puzzle that the client has given none.
    private static func randomSeed(_ call: Call) -> Int {
        var bits = SeededGenerator(seed: Digest(Array(call.newText("seed", length: 20).utf8)).prefix)
        return .random(in: HiddenSeed.range, using: &bits)
    }

    /// Shows the puzzle without its answers, or, with a file extension, the file if the client may have it.
    ///
    /// A browser is sent to the home page, which offers the puzzle.
    private static func show(_ call: Call) throws -> Outcome {
        let parts = (call.parameters["puzzle"] ?? "").split(separator: ".", maxSplits: 1).map(String.init)
        let format = parts.count == 2 ? PuzzleFile.Format(rawValue: parts[1]) : nil
        guard let id = parts.first, parts.count == 1 || format != nil else { throw Problem.noSuchPuzzle }
        if format == nil, call.wantsPage, let id = GameID(id) {
            return .answer(call.redirectToPage("/?puzzle=\(id.text)"))
        }
        let token = try format == nil ? nil : ownerToken(call)
        call.world.store.puzzle(id, for: try call.requester(.store)) { found in
            call.pending.send(answer(found, format, token))
        }
        return .later
    }

    private static func answer(
        _ found: Result<StoredPuzzle?, StoreFailure>, _ format: PuzzleFile.Format?, _ token: Digest?
    ) -> HTTPResponse {
        guard case .success(let found) = found else { return Problem.storeUnreadable.response() }
        guard let stored = found, let puzzle = stored.puzzle else { return Problem.noSuchPuzzle.response() }
        guard let format else { return Reply.json(stored.json(puzzle), headers: [("Vary", "Accept")]) }
        guard stored.isPublic || token.map(stored.owner.isSame) == true else {
            let problem =
                token == nil
                ? Problem.unauthorized("token-needed", "This file is for its owner; send the owner's token.")
                : .unauthorized("unknown-token", "This token does not belong to the puzzle's owner.")
            return problem.response()
        }
        guard format != .puz || !puzzle.hasBars else {
            return Problem(ProblemTable["not-acceptable"], "A .puz file cannot have bars; take .ipuz.")
                .response()
        }
        let bytes = format == stored.format ? stored.file : PuzzleFile.write(puzzle, as: format)
        let name = "attachment; filename=\"\(stored.id).\(format.rawValue)\""
        return Reply.response(
            200, format.mediaType, bytes, [("Content-Disposition", name), ("Vary", "Authorization")],
            cache: "no-store")
    }

    private static func ownerToken(_ call: Call) throws -> Digest? {
        try call.bearerToken().map { Token(text: $0).digest }
    }
}

nonisolated extension StoredPuzzle {
    /// The puzzle without its answers.
    ///
    /// - Parameters:
    ///   - warnings: The findings, which only the answer to the upload includes.
    ///   - seed: The seed of a generated puzzle.
    ///   - token: The owner's token, which only the answer that stored the puzzle includes.
    func json(
        _ puzzle: Puzzle, warnings: [PuzzleFinding]? = nil, seed: Int? = nil, token: Token? = nil
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.field("id", id)
            json.field("format", format.rawValue)
            json.field("public", isPublic)
            puzzle.metadata.values.writeFields(to: &json)
            json.field("size", CellIndex.side)
            json.field("text", BoardState(of: Board(objects: puzzle.layout)).text)
            puzzle.writeBars(to: &json)
            json.object("clues") { json in puzzle.clues(withAnswers: false).writeFields(to: &json) }
            if let warnings { json.array("warnings", warnings) { json, finding in finding.write(to: &json) } }
            if let seed { json.field("seed", seed) }
            if let token { json.field("token", token.text) }
        }
    }
}

nonisolated extension Puzzle {
    /// The cells with a bar; nothing without any.
    fileprivate func writeBars(to json: inout JSONWriter) {
        let barred = CellIndex.all.filter { cells[$0.position]?.bars.isEmpty == false }
        guard !barred.isEmpty else { return }
        json.array("bars", barred) { json, cell in
            json.object { json in
                json.field("cell", cell.position)
                json.array("sides", cells[cell.position]?.bars.names ?? []) { $0.value($1) }
            }
        }
    }
}

nonisolated extension PuzzleSummary {
    /// One page of the list, without clues and answers.
    fileprivate static func list(_ puzzles: some Sequence<PuzzleSummary>) -> [UInt8] {
        JSONWriter.object { json in
            json.array("puzzles", puzzles) { json, summary in
                json.object { json in
                    json.field("id", summary.id)
                    json.field("format", summary.format.rawValue)
                    json.field("public", true)
                    json.field("created", summary.created.rfc3339)
                    guard let puzzle = summary.puzzle else { return }
                    puzzle.metadata.values.writeFields(to: &json)
                    json.field("size", CellIndex.side)
                    json.field("text", BoardState(of: Board(objects: puzzle.layout)).text)
                }
            }
        }
    }
}
