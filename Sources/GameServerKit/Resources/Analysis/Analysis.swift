import EventIO
import GameCore
import GameJSON
import GameStore

/// `/analysis/…`: the word engine, without a game.
enum Analysis {
    static let routes = [
        Route(.post, "/analysis/score", cost: .addressEdit, score),
        Route(.post, "/analysis/candidates", cost: .addressEdit, candidates),
        Route(.post, "/analysis/fill", cost: .addressEdit, fill),
        Route(.post, "/analysis/slots", cost: .addressEdit, slots),
        Route(.post, "/analysis/place", cost: .addressEdit, place),
        Route(.post, "/analysis/guess", cost: .addressEdit, guess),
    ]

    private static func score(_ call: Call) throws -> Outcome {
        let question = try Question(call, options: WordRules.optionNames)
        return .answer(Reply.json(try question.scorer().analysis(of: question.board)))
    }

    private static func candidates(_ call: Call) throws -> Outcome {
        let question = try Question(call, options: [])
        guard !question.board.hasBlocks else { return try lineCandidates(call) }
        try question.requireKnownLetters()
        let (kind, codes) = (CandidateFinder.Kind(question.lexicon), question.codes)
        let (workers, pending) = (call.world.workers, call.pending)
        let tables = workers.analysisTables.cache(for: call.address)
        // With its table, the answer takes less time than a change of threads.
        if workers.analysisTables.contains(kind) {
            return .answer(Reply.json(tables.table(kind).json(codes)))
        }
        try workers.botPreparation.run(for: try call.requester(.worker)) {
            tables.table(kind).json(codes)
        } _: { json in
            pending.send(Reply.json(json))
        }
        return .later
    }

    private static func place(_ call: Call) throws -> Outcome {
        let question = try Question(call, options: ["letter", "level", "end"] + WordRules.optionNames)
        try question.requireKnownLetters()
        guard !question.codes.codes.contains(CodedBoard.block) else {
            throw Problem.invalidValue("Letters can only be placed on a board without blocks.")
        }
        guard question.codes.codes.contains(0) else {
            throw Problem.invalidValue("“board” has no empty cell.")
        }
        let asked = BotQuery(board: question.codes, level: try question.level())
        let (scorer, letter) = (try question.scorer(), try question.letter())
        let hasFreeLast = try question.ending() == .freeLast
        let (tables, pending) = (call.world.workers.analysisTables.cache(for: call.address), call.pending)
        try call.world.workers.analysis.run(for: try call.requester(.worker)) {
            PlaceAnswer(asked, letter, scorer, hasFreeLast: hasFreeLast, from: tables)
        } _: { answer in
            pending.send(Reply.json(answer.json))
        }
        return .later
    }

    static func lexicon(_ body: [String: JSONValue], _ call: Call) throws -> Lexicon {
        try pack(body, call).lexicon
    }

    static func board(_ body: [String: JSONValue]) throws -> Board {
        guard let text = try body.text("board") else {
            throw Problem.invalidValue("“board” is missing: five rows of cells.")
        }
        return try Board(text: text)
    }

    static func pack(_ body: [String: JSONValue], _ call: Call) throws -> Pack {
        guard let pack = call.world.lexicons[try body.text("lexicon") ?? Lexicons.default] else {
            throw Problem(
                ProblemTable["unknown-lexicon"], "There is no lexicon with this name; see /lexicons.")
        }
        return pack
    }

    /// A request about a board and a lexicon.
    private struct Question {
        let board: Board
        let lexicon: Lexicon
        let codes: CodedBoard
        /// Whether the board has letters outside the lexicon's alphabet.
        private let isForeign: Bool
        private let body: [String: JSONValue]
        private let options: Parameters

        init(_ call: Call, options names: [String]) throws {
            body = try RequestBody.object(call.request, known: ["board", "lexicon"] + names)
            options = try body.parameters()
            board = try Analysis.board(body)
            lexicon = try Analysis.lexicon(body, call)
            codes = CodedBoard(board, lexicon.alphabet)
            isForeign = CellIndex.all.contains { [codes] cell in
                codes[cell] == CodedBoard.foreign
            }
        }

        /// Refuses a board with letters outside the lexicon's alphabet.
        func requireKnownLetters() throws {
            guard isForeign else { return }
            throw Problem(
                ProblemTable["not-a-letter"], "The board has letters that are not in the lexicon's alphabet.")
        }

        func scorer() throws -> BoardScorer {
            BoardScorer(lexicon, try words().scoring)
        }

        /// The scoring of words, and the ending of a game.
        func words() throws -> WordRules {
            return try WordRules(options)
        }

        /// How the game ends; by default as the preset of the scoring says.
        func ending() throws -> Scoring.Ending {
            return try Scoring.Ending.named(try body.text("end")) ?? words().end
        }

        func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
            return try options.number(name, in: range)
        }

        func flag(_ name: String) throws -> Bool? { try body.flag(name) }

        func level() throws -> BotLevel { try body.botLevel("level") ?? .hard }

        /// The code of the requested letter; nil to rank the letters to call.
        func letter() throws -> UInt8? {
            guard let text = try body.text("letter") else { return nil }
            let code = lexicon.alphabet.code(typed: text)
            guard code != 0 else {
                throw Problem(
                    ProblemTable["not-a-letter"], "“letter” must be one letter of the lexicon's alphabet.")
            }
            return code
        }
    }
}
