import EventIO
import GameCore
import GameJSON
import GameStore

/// `/lexicons`: the server's lexicons and their words.
enum LexiconWords {
    static let routes = [
        Route(.get, "/lexicons", cost: .free, list),
        Route(.get, "/lexicons/{lexicon}", cost: .free, text),
        Route(.get, "/lexicons/{lexicon}/words/{word}", cost: .free, find),
    ]

    private static func list(_ call: Call) throws -> Outcome {
        .answer(Reply.json(call.world.lexicons.json(for: call.world.rules)))
    }

    /// Answers with a list of words, one a line: all, the common ones, or those that may be a hidden word.
    private static func text(_ call: Call) throws -> Outcome {
        let file = call.parameters["lexicon"] ?? ""
        let named = WordListName.allCases.compactMap { list -> (Lexicon, WordListName)? in
            guard file.hasSuffix(list.ending) else { return nil }
            return call.world.lexicons[String(file.dropLast(list.ending.count))].map { ($0.lexicon, list) }
        }
        guard let (lexicon, list) = named.first else {
            throw Problem(ProblemTable["no-such-lexicon"], "There is no list of words with this name.")
        }
        return .answer(Reply.text(lexicon.lines(list)))
    }

    private static func find(_ call: Call) throws -> Outcome {
        guard let pack = call.world.lexicons[call.parameters["lexicon"] ?? ""] else {
            throw Problem(ProblemTable["no-such-lexicon"], "There is no lexicon with this name.")
        }
        let (generators, typed) = (call.world.generators, (call.parameters["word"] ?? "").inNFC)
        let units = Set([PuzzleGenerators.unit(of: pack), pack.lexicon.alphabet.spelling.unit])
        guard !units.allSatisfy({ generators.hasVocabulary(of: pack, in: $0) }) else {
            return .answer(try generators.answer(to: typed, in: pack).get())
        }
        try call.world.workers.puzzles.run(for: try call.requester(.worker)) {
            generators.answer(to: typed, in: pack)
        } _: { found in
            call.finish(found)
        }
        return .later
    }
}

nonisolated extension PuzzleGenerators {
    /// The answer about a typed word, which may be in the unit of the pack's words, or in that of its minis.
    fileprivate func answer(to typed: String, in pack: Pack) -> Result<HTTPResponse, Problem> {
        let codes = pack.lexicon.alphabet.codes(of: typed)
        let isWord = pack.lexicon.contains(codes)
        let word = word(typed, in: pack)
        guard isWord || word != nil else {
            return .failure(
                Problem(ProblemTable["no-such-word"], "The lexicon does not contain this word."))
        }
        let text = isWord ? pack.lexicon.alphabet.text(codes) : word?.text ?? ""
        return .success(
            Reply.json(
                JSONWriter.object { json in
                    json.field("word", text)
                    if let level = word?.level { json.field("level", level) }
                    if let root = word?.root { json.field("root", root) }
                    guard let clues = word?.clues, !clues.isEmpty else { return }
                    json.array("clues", clues) { json, clue in json.value(clue) }
                }))
    }

    private func word(_ typed: String, in pack: Pack) -> PuzzleVocabulary.Word? {
        for unit in [Self.unit(of: pack), pack.lexicon.alphabet.spelling.unit] {
            let vocabulary = vocabulary(of: pack, in: unit)
            if let word = vocabulary.letters(of: typed).flatMap({ vocabulary[$0] }) { return word }
        }
        return nil
    }
}
