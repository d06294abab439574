import EventIO
import Foundation
import GameCore

/// Makes crosswords: for each lexicon with clues a generator, made when it is first asked for.
///
/// Any thread.
nonisolated final class PuzzlePress: Sendable {
    private let lexicons: Lexicons
    private let folder: URL?
    /// By the name of the lexicon; nil where there are no clues.
    private let generators = Locked([String: PuzzleGenerator?]())

    /// The clues for `lexicons` are in `folder`, in the files `NAME.tsv`.
    init(_ lexicons: Lexicons, folder: URL?) {
        self.lexicons = lexicons
        self.folder = folder
    }

    /// What makes crosswords of the words of `lexicon`; nil when there are no clues for them.
    ///
    /// - Complexity: the first time some 50 ms.
    func generator(_ lexicon: String) -> PuzzleGenerator? {
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
    let lexicons: Lexicons
    let press: PuzzlePress
    /// The puzzle that was looked for in the store.
    var found: (id: String, puzzle: Puzzle)?

    func generator(_ lexicon: String) -> PuzzleGenerator? { press.generator(lexicon) }

    func puzzle(_ id: String) -> Puzzle? { found?.id == id ? found?.puzzle : nil }
}
