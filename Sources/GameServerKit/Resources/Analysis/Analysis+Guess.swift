import GameCore
import GameJSON
import GameStore

/// `/analysis/guess`.
extension Analysis {
    /// Finds the possible hidden words, and ranks the next guesses: the best ones, or those in `words`.
    static func guess(_ call: Call) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["rows", "lexicon", "hard", "limit", "words"])
        let lexicon = try lexicon(body, call)
        let rows = try body.guessRows("rows", lexicon.alphabet)
        let (hard, asked) = (try body.flag("hard"), try body.number("limit"))
        let (isHard, limit) = (hard ?? false, asked ?? GuessAnswer.defaultLimit)
        guard (1...GuessAnswer.maximumLimit).contains(limit) else {
            throw Problem.invalidValue("“limit” must be a whole number, 1 to \(GuessAnswer.maximumLimit).")
        }
        let words = try body.words("words", lexicon.alphabet)
        guard words == nil || hard == nil && asked == nil else {
            throw Problem.invalidValue("“words” cannot be combined with “hard” and “limit”.")
        }
        let (tables, pending) = (call.world.workers.analysisTables.cache(for: call.address), call.pending)
        try call.world.workers.analysis.run(for: try call.requester(.worker)) {
            let solver = tables.table(GuessSolver.Kind(lexicon))
            let best =
                words.map { solver.ranked($0, after: rows) }
                ?? GuessAnswer.best(solver, rows, isHard: isHard, limit: limit)
            return GuessAnswer(solver, lexicon.alphabet, rows, best)
        } _: { answer in
            pending.send(Reply.json(answer.json))
        }
        return .later
    }
}

/// The answer to `/analysis/guess`.
nonisolated struct GuessAnswer: Sendable {
    static let defaultLimit = 10
    static let maximumLimit = 100
    /// The maximum number of remaining words in the answer.
    private static let listedWords = 20

    private let remaining: [[UInt8]]
    private let best: [RankedGuess]
    private let alphabet: Alphabet

    init(_ solver: GuessSolver, _ alphabet: Alphabet, _ rows: [GuessRow], _ best: [RankedGuess]) {
        self.alphabet = alphabet
        self.best = best
        remaining = solver.remaining(after: rows)
    }

    /// The solver's best guesses, ordered by the number of answers that they are expected to leave, which the
    /// response shows.
    static func best(_ solver: GuessSolver, _ rows: [GuessRow], isHard: Bool, limit: Int) -> [RankedGuess] {
        let found = solver.ranked(after: rows, isHard: isHard, limit: maximumLimit)
        return Array(found.sorted { $0.expected < $1.expected }.prefix(limit))
    }

    var json: [UInt8] {
        JSONWriter.object { json in
            json.field("remaining", remaining.count)
            json.array("words", remaining.prefix(Self.listedWords)) { json, word in
                json.value(alphabet.text(word))
            }
            json.array("best", best) { json, guess in
                json.object { json in
                    json.field("word", alphabet.text(guess.word))
                    json.key("expected")
                    json.literal(String((guess.expected * 1000).rounded() / 1000))
                }
            }
        }
    }
}

nonisolated extension [String: JSONValue] {
    /// Reads an array of one to a hundred words of five letters, which need not be in the lexicon; nil without one.
    fileprivate func words(_ name: String, _ alphabet: Alphabet) throws -> [[UInt8]]? {
        guard self[name] != nil else { return nil }
        let words = try texts(name).map { $0.map { alphabet.code(typed: String($0)) } }
        guard (1...GuessAnswer.maximumLimit).contains(words.count) else {
            throw Problem.invalidValue("“\(name)” must have 1 to \(GuessAnswer.maximumLimit) words.")
        }
        guard words.allSatisfy({ $0.count == CellIndex.side && !$0.contains(0) }) else {
            throw Problem(
                ProblemTable["not-a-letter"],
                "Each of “\(name)” must be five letters of the lexicon's alphabet.")
        }
        return words
    }

    /// Reads an array of guesses, each with its marks.
    func guessRows(_ name: String, _ alphabet: Alphabet) throws -> [GuessRow] {
        guard self[name] != nil else { return [] }
        let rows = try objects(name)
        guard rows.count <= CellIndex.side else {
            throw Problem.invalidValue("“\(name)” must have at most five rows.")
        }
        var read: [GuessRow] = []
        for row in rows { read.append(try GuessRow(row, alphabet)) }
        return read
    }
}

nonisolated extension GuessRow {
    fileprivate init(_ json: [String: JSONValue], _ alphabet: Alphabet) throws {
        for name in json.keys.sorted() where !["guess", "marks"].contains(name) {
            throw Problem(ProblemTable["unknown-key"], "\(Parameters.quoted(name)) is not known here.")
        }
        guard let marks = WordMarks(try json.required("marks", json.text)) else {
            throw Problem.invalidValue("“marks” must be five letters: h for hit, n for near, m for miss.")
        }
        let word = try json.required("guess", json.text).map { alphabet.code(typed: String($0)) }
        guard !word.contains(0), let row = GuessRow(word, marks) else {
            throw Problem(
                ProblemTable["not-a-letter"], "“guess” must be five letters of the lexicon's alphabet.")
        }
        self = row
    }
}
