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
        guard let lexicon = call.world.lexicons[call.parameters["lexicon"] ?? ""]?.lexicon else {
            throw Problem(ProblemTable["no-such-lexicon"], "There is no lexicon with this name.")
        }
        let codes = lexicon.alphabet.codes(of: (call.parameters["word"] ?? "").inNFC)
        guard lexicon.contains(codes) else {
            throw Problem(ProblemTable["no-such-word"], "The lexicon does not contain this word.")
        }
        return .answer(Reply.json(lexicon.json(ofWord: codes)))
    }
}
