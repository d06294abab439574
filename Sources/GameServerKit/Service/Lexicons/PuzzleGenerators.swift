import EventIO
package import Foundation
package import GameCore
import GameJSON
import GameStore

/// The crossword generators, one for each lexicon with clues, made on first use.
///
/// Any thread.
package nonisolated final class PuzzleGenerators: Sendable {
    private let lexicons: Lexicons
    private let folder: URL?
    /// By the name of the lexicon; nil for a lexicon without clues.
    private let generators = Locked([String: PuzzleGenerator?]())

    /// Generators with the clues in the files `folder/NAME.tsv`.
    package init(_ lexicons: Lexicons, folder: URL?) {
        self.lexicons = lexicons
        self.folder = folder
    }

    /// Generators with the shipped clues, in `staticFolder` or in the default static folder.
    package convenience init(_ lexicons: Lexicons, staticFolder: String?) {
        self.init(lexicons, folder: StaticFiles.folder(named: staticFolder)?.appending(path: "clues"))
    }

    /// The generator for `lexicon`; nil for a lexicon without clues.
    ///
    /// - Complexity: Some 50 ms on first use, during which other threads wait.
    package func generator(_ lexicon: String) -> PuzzleGenerator? {
        generators.withLock { generators in
            if let known = generators[lexicon] { return known }
            let generator = makeGenerator(lexicon)
            generators[lexicon] = .some(generator)
            return generator
        }
    }

    private func makeGenerator(_ name: String) -> PuzzleGenerator? {
        guard let lexicon = lexicons[name], let folder else { return nil }
        return ClueFile(folder.appending(path: "\(name).tsv")).map {
            PuzzleGenerator(lexicon, ClueBook($0.entries))
        }
    }
}

/// The lexicons, generators and stored puzzles from which rules complete a new game's setup.
nonisolated struct GameLibrary: Library {
    package let lexicons: Lexicons
    let generators: PuzzleGenerators
    /// The puzzle that the setup names, if the store has it.
    package var found: (id: String, puzzle: Puzzle)?

    package func generator(_ lexicon: String) -> PuzzleGenerator? { generators.generator(lexicon) }

    package func puzzle(_ id: String) -> Puzzle? { found?.id == id ? found?.puzzle : nil }
}

/// A clue file: on each line, separated by tabs, a word, its level (1 to 5), its part of speech and a clue.
nonisolated struct ClueFile {
    let entries: [ClueBook.Entry]

    /// Reads `file`, skipping comments (`#`) and malformed lines; nil when the file cannot be read.
    package init?(_ file: URL) {
        guard let data = try? Data(contentsOf: file) else { return nil }
        entries = Array(data).split(separator: UInt8(ascii: "\n")).compactMap(Self.entry)
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> ClueBook.Entry? {
        let fields = line.split(separator: UInt8(ascii: "\t"))
        guard fields.count == 4, line.first != UInt8(ascii: "#"), fields[1].count == 1,
            let level = Int(String(decoding: fields[1], as: UTF8.self))
        else { return nil }
        let word = String(decoding: fields[0], as: UTF8.self).compactMap { Letter(String($0)) }
        return ClueBook.Entry(word: word, level: level, clue: String(decoding: fields[3], as: UTF8.self))
    }
}
