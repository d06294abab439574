import GameCore

@testable import GameJSON
@testable import GameServerKit

/// A small ipuz crossword whose parts a test can replace.
///
/// JSON is written with single quotes here.
nonisolated enum IPuzSample {
    static let parts = [
        "version": "'http://ipuz.org/v2'", "kind": "['http://ipuz.org/crossword#1']",
        "dimensions": "{'width':5,'height':5}",
        "puzzle": "[['#',1,2,3,4],[5,0,0,0,0],[6,0,0,0,0],[7,0,0,0,0],[8,0,0,0,'#']]",
        "solution": rows(["#HEAT", "SALVO", "AROMA", "GREEN", "ESTE#"]),
        "clues": clues { "[\($0),'\($1)']" },
    ]

    /// The numbers and the texts of the clues; a text names its word, such as `A6` for 6 across.
    static let across = [1, 5, 6, 7, 8].map { (number: $0, text: "A\($0)") }
    static let down = [1, 2, 3, 4, 5].map { (number: $0, text: "D\($0)") }

    /// The JSON of all clues, each formatted by `clue`.
    static func clues(_ clue: @escaping (Int, String) -> String) -> String {
        let list = { (clues: [(number: Int, text: String)]) in
            "[" + clues.map { clue($0.number, $0.text) }.joined(separator: ",") + "]"
        }
        return "{'Across':\(list(across)),'Down':\(list(down))}"
    }

    /// The JSON of `rows`, with one letter in each cell.
    static func rows(_ rows: [String]) -> String {
        "[" + rows.map { "[" + $0.map { "'\($0)'" }.joined(separator: ",") + "]" }.joined(separator: ",")
            + "]"
    }

    /// The file with `changes`; an empty value removes the part.
    static func file(_ changes: [String: String] = [:]) -> [UInt8] {
        let parts = parts.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        let text = "{" + parts.map { "'\($0)':\($1)" }.joined(separator: ",") + "}"
        return Array(text.utf8).map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
    }

    static func puzzle(_ changes: [String: String] = [:]) throws -> Puzzle {
        try IPuzFile(file(changes)).puzzle()
    }

    /// The problem with which the file with `changes` is refused; nil if it is accepted.
    static func refusal(_ changes: [String: String]) -> Problem? {
        do { _ = try puzzle(changes) } catch { return Problem(error) }
        return nil
    }
}
