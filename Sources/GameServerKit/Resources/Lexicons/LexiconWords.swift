import EventIO
import GameCore
import GameJSON
import GameStore

/// `/lexicons`: the server's lexicons and their words.
enum LexiconWords {
    static let routes = [
        Route(.get, "/lexicons", cost: .free, list),
        Route(.get, "/lexicons/{lexicon}/words/{word}", cost: .free, find),
    ]

    private static func list(_ call: Call) throws -> Outcome {
        .answer(Reply.json(Lexicon.list(call.world.lexicons.all)))
    }

    private static func find(_ call: Call) throws -> Outcome {
        guard let lexicon = call.world.lexicons[call.parameters["lexicon"] ?? ""] else {
            throw Problem(ProblemTable["no-such-lexicon"], "There is no lexicon with this name.")
        }
        let letters = (call.parameters["word"] ?? "").inNFC.map { Letter(String($0)) }
        let codes = letters.map(lexicon.alphabet.code(of:))
        guard lexicon.contains(codes) else {
            throw Problem(ProblemTable["no-such-word"], "The lexicon does not contain this word.")
        }
        return .answer(Reply.json(lexicon.json(ofWord: codes)))
    }
}
