import EventIO
package import Foundation
package import GameCore
import GameJSON
import GameStore

/// Makes crosswords: for each lexicon with clues a generator, made when it is first asked for.
///
/// Any thread.
package nonisolated final class PuzzleGenerators: Sendable {
    private let lexicons: Lexicons
    private let folder: URL?
    /// By the name of the lexicon; nil where there are no clues.
    private let generators = Locked([String: PuzzleGenerator?]())

    /// The clues for `lexicons` are in `folder`, in the files `NAME.tsv`.
    package init(_ lexicons: Lexicons, folder: URL?) {
        self.lexicons = lexicons
        self.folder = folder
    }

    /// The clues for `lexicons` are beside the page, in `staticFolder` or where the page usually is.
    package convenience init(_ lexicons: Lexicons, staticFolder: String?) {
        self.init(lexicons, folder: StaticFiles.folder(named: staticFolder)?.appending(path: "clues"))
    }

    /// What makes crosswords of the words of `lexicon`; nil when there are no clues for them.
    ///
    /// - Complexity: the first time some 50 ms.
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

/// What a game is made of on this server.
nonisolated struct GameLibrary: Library {
    package let lexicons: Lexicons
    let generators: PuzzleGenerators
    /// The puzzle that was looked for in the store.
    package var found: (id: String, puzzle: Puzzle)?

    package func generator(_ lexicon: String) -> PuzzleGenerator? { generators.generator(lexicon) }

    package func puzzle(_ id: String) -> Puzzle? { found?.id == id ? found?.puzzle : nil }
}

/// The clues in a file: `WORD`, how common it is (1 to 5), its class and a clue on each line, between tabs.
nonisolated struct ClueFile {
    let entries: [ClueBook.Entry]

    /// Reads `file`; nil when there is none.
    ///
    /// Lines that begin with `#` or are no clues are passed over.
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
