import GameCore
import GameJSON
import GameStore

/// Advice for the maker of a puzzle file.
nonisolated extension PuzzleFile {
    /// The parts of the file that a mini does not show, then the findings about its puzzle.
    func findings(_ vocabulary: PuzzleVocabulary?) -> [PuzzleFinding] {
        warnings.map { PuzzleFinding(.notShown, $0) } + puzzle.findings(vocabulary)
    }
}

nonisolated extension PuzzleGenerators {
    /// The words of the pack that has the most answers of a puzzle; nil if no pack can write them.
    func vocabulary(of puzzle: Puzzle, among packs: [Pack]) -> PuzzleVocabulary? {
        let answers = puzzle.clues.map { puzzle.answer(of: $0.slot) }
        var best: (vocabulary: PuzzleVocabulary, known: Int)?
        for pack in packs {
            let vocabulary = vocabulary(of: pack, in: Self.unit(of: pack))
            let written = answers.compactMap(vocabulary.letters)
            guard packs.count == 1 || written.count == answers.count else { continue }
            let known = written.count { vocabulary[$0] != nil }
            if known > best?.known ?? -1 { best = (vocabulary, known) }
        }
        return best?.vocabulary
    }
}

nonisolated extension [PuzzleFinding] {
    /// The body of an answer to `check=1`.
    var json: [UInt8] {
        JSONWriter.object { json in
            json.array("findings", self) { json, finding in finding.write(to: &json) }
        }
    }
}

nonisolated extension PuzzleFinding {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", kind.rawValue)
            json.field("severity", severity.rawValue)
            if let slot { json.field("clue", "\(slot.number)-\(slot.direction.rawValue)") }
            if let cell { json.field("cell", cell.position) }
            json.field("detail", detail)
        }
    }
}

extension Query {
    /// Whether `name` is `1` or `true`; false if it is absent.
    ///
    /// - Throws: `invalid-query` for other values than these, `0` and `false`.
    func flag(_ name: String) throws -> Bool {
        switch self[name] {
        case nil, "false", "0": return false
        case "true", "1": return true
        default: throw Problem.invalidQuery("“\(name)” must be true or false.")
        }
    }
}
