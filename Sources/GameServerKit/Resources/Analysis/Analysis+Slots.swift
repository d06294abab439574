import GameCore
import GameJSON
import GameStore

/// The analyses for makers of puzzles: `/analysis/slots`, `/analysis/fill`, and `/analysis/candidates` with blocks.
extension Analysis {
    /// Finds the words and letters that occur in complete fills of a board.
    static func slots(_ call: Call) throws -> Outcome {
        let request = try FillRequest(call, options: [], words: "common")
        let surveys = call.world.workers.slotSurveys.cache(for: call.address)
        return try request.answer(call) { question, vocabulary in
            surveys.table(SlotSurveyKey(question, vocabulary)).json
        }
    }

    /// Finds complete fills of a board.
    static func fill(_ call: Call) throws -> Outcome {
        let request = try FillRequest(call, options: ["limit", "distinct", "seed"], words: "valid")
        let options = try request.body.filter { ["limit", "seed"].contains($0.key) }.parameters()
        let limit = try options.number("limit", in: 1...RankedFills.maximumLimit) ?? 10
        let seed = try options.number("seed", in: 0...(1 << 53 - 1)).map(UInt64.init) ?? 0
        let isDistinct = try request.body.flag("distinct") ?? true
        return try request.answer(call) { question, vocabulary in
            var question = question
            question.isDistinct = isDistinct
            let started = ContinuousClock.now
            let fills = RankedFills(question, vocabulary, limit: limit, seed: seed) {
                ContinuousClock.now - started > Settings.fillTimeLimit
            }
            return fills.json(time: ContinuousClock.now - started)
        }
    }

    /// Finds the letters that fit each cell of a board with blocks.
    static func lineCandidates(_ call: Call) throws -> Outcome {
        try FillRequest(call, options: [], words: "valid", takesWords: false).answer(call) {
            question, vocabulary in
            LineCandidates(question, vocabulary).json
        }
    }
}

/// A request about the fills of a board.
private struct FillRequest {
    let body: [String: JSONValue]
    private let board: Board
    private let pack: Pack
    private let unit: Pack.Unit
    private let isCommonOnly: Bool
    private let included: [String]
    private let avoided: [String]

    /// - Parameters:
    ///   - words: The default of the request's field `words`: `common` or `valid`.
    ///   - takesWords: Whether the request may have the fields `words`, `include` and `avoid`.
    init(_ call: Call, options: [String], words: String, takesWords: Bool = true) throws {
        let wordOptions = takesWords ? ["words", "include", "avoid"] : []
        let body = try RequestBody.object(call.request, known: ["board", "lexicon"] + wordOptions + options)
        let board = try Analysis.board(body)
        (self.body, self.board) = (body, board)
        pack = try Analysis.pack(body, call)
        switch try body.text("words") ?? words {
        case "common": isCommonOnly = true
        case "valid": isCommonOnly = false
        default: throw Problem.invalidValue("“words” must be common or valid.")
        }
        included = try body.ownWords("include")
        avoided = try body.ownWords("avoid")
        let isPuzzle =
            words == "common" || board.hasBlocks || wordOptions.contains { body[$0] != nil }
            || CellIndex.all.contains { board.object(at: $0).letter.map(Self.isSyllable) ?? false }
        // Other boards are in the unit that the other games of the pack use.
        unit = isPuzzle ? PuzzleGenerators.unit(of: pack) : pack.lexicon.alphabet.spelling.unit
    }

    private static func isSyllable(_ letter: Letter) -> Bool {
        letter.text.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
    }

    /// Answers with what `work` finds, on the thread for analyses.
    func answer(
        _ call: Call, _ work: @escaping @Sendable (FillQuestion, PuzzleVocabulary) -> [UInt8]
    ) throws -> Outcome {
        let (generators, state) = (call.world.generators, BoardState(of: board))
        let (pack, unit, isCommonOnly) = (pack, unit, isCommonOnly)
        let (included, avoided) = (included, avoided)
        try call.world.workers.analysis.run(for: try call.requester(.worker)) {
            () -> Result<[UInt8], RuleViolation> in
            let vocabulary = generators.vocabulary(of: pack, in: unit)
            return Result { () throws(RuleViolation) in
                var question = try FillQuestion(state, vocabulary, isCommonOnly: isCommonOnly)
                question.included = try vocabulary.ownWords(included, "include")
                question.avoided = try vocabulary.ownWords(avoided, "avoid")
                return work(question, vocabulary)
            }
        } _: { found in
            call.finish(found.map { Reply.json($0) }.mapError { Problem($0) })
        }
        return .later
    }
}

extension Board {
    /// Whether a cell is a block.
    var hasBlocks: Bool { CellIndex.all.contains { object(at: $0) is BlockCell } }
}

nonisolated extension [String: JSONValue] {
    /// The words of a list; empty without one.
    fileprivate func ownWords(_ name: String) throws -> [String] {
        guard ![nil, .null].contains(self[name]) else { return [] }
        let words = try texts(name)
        guard words.count <= Settings.ownWords else {
            throw Problem.invalidValue("“\(name)” must have at most \(Settings.ownWords) words.")
        }
        return words
    }
}

nonisolated extension PuzzleVocabulary {
    /// The letters of the words that the client has typed.
    ///
    /// - Throws: `not-a-letter`, or `invalid-value` for a word that fits no board.
    fileprivate func ownWords(_ typed: [String], _ name: String) throws(RuleViolation) -> Set<[Letter]> {
        var words: Set<[Letter]> = []
        for text in typed {
            guard let letters = letters(of: text) else {
                throw RuleViolation(
                    .notALetter, "“\(name)” has a word with a letter that is not in the lexicon's alphabet.")
            }
            guard Lexicon.lengths.contains(letters.count) else {
                throw RuleViolation(.invalidValue, "Each of “\(name)” must have two to five letters.")
            }
            words.insert(letters)
        }
        return words
    }
}

/// The key of the cached survey of a board.
private nonisolated struct SlotSurveyKey: BotTableKey {
    private let question: FillQuestion
    private let vocabulary: PuzzleVocabulary

    init(_ question: FillQuestion, _ vocabulary: PuzzleVocabulary) {
        (self.question, self.vocabulary) = (question, vocabulary)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.vocabulary === right.vocabulary && left.question == right.question
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(vocabulary))
        hasher.combine(question)
    }

    func makeTable() -> SlotSurvey {
        let started = ContinuousClock.now
        return SlotSurvey(question, vocabulary, steps: Settings.slotSteps) {
            ContinuousClock.now - started > Settings.fillTimeLimit
        }
    }
}

// MARK: JSON

nonisolated extension JSONWriter {
    /// Writes the letters of each cell as a text.
    fileprivate mutating func letters(of cells: [(cell: CellIndex, letters: [Letter])]) {
        object("cells") { json in
            for (cell, letters) in cells {
                json.key(text: String(cell.position))
                json.value(letters.map(\.text).joined())
            }
        }
    }

    /// Writes where a slot is.
    fileprivate mutating func fields(of slot: PuzzleSlot) {
        field("number", slot.number)
        field("direction", slot.direction.rawValue)
        field("cell", slot.cells[0].position)
        field("length", slot.cells.count)
    }

    /// Writes a word and, if it is known, its level.
    fileprivate mutating func fields(of word: PuzzleVocabulary.Word) {
        field("word", word.text)
        if let level = word.level { field("level", level) }
    }
}

nonisolated extension LineCandidates {
    fileprivate var json: [UInt8] { JSONWriter.object { json in json.letters(of: cells) } }
}

nonisolated extension SlotSurvey {
    fileprivate var json: [UInt8] {
        JSONWriter.object { json in
            json.field("fillable", isFillable)
            json.field("exhausted", isExhausted)
            json.array("slots", slots) { json, slot in json.object(slot.write) }
            json.letters(of: cells)
        }
    }
}

nonisolated extension SlotSurvey.Slot {
    fileprivate func write(to json: inout JSONWriter) {
        json.fields(of: slot)
        json.field("text", text)
        json.field("count", count)
        json.array("best", best) { json, word in
            json.object { json in
                json.fields(of: word)
                json.array("clues", word.clues) { json, clue in json.value(clue) }
            }
        }
    }
}

nonisolated extension RankedFills {
    /// The fills as texts, and in the same order their words with levels and their repeated roots.
    fileprivate func json(time: Duration) -> [UInt8] {
        JSONWriter.object { json in
            json.field("count", fills.count)
            json.field("exhausted", isExhausted)
            json.array("fills", fills) { json, fill in json.value(text(of: fill)) }
            json.array("details", fills) { json, fill in
                json.object { json in write(fill, to: &json) }
            }
            json.key("seconds")
            json.literal(time.jsonSeconds)
        }
    }

    private func write(_ fill: Fill, to json: inout JSONWriter) {
        json.array("words", zip(slots, fill.words)) { json, entry in
            json.object { json in
                json.fields(of: entry.0)
                json.fields(of: entry.1)
            }
        }
        json.array("repeatedRoots", fill.repeatedRoots) { json, root in json.value(root) }
    }

    private func text(of fill: Fill) -> String {
        let symbols = zip(fill.letters, blocks).map { letter, isBlock in letter?.text ?? (isBlock ? "#" : ".")
        }
        let rows = stride(from: 0, to: CellIndex.count, by: CellIndex.side).map { first in
            symbols[first..<first + CellIndex.side].joined()
        }
        return rows.joined(separator: "/")
    }
}
