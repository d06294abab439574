import EventIO
package import GameCore
import GameJSON
import GameStore
package import Logging

/// The crossword generators, one for each lexicon with clues, made on first use.
///
/// Any thread.
package nonisolated final class PuzzleGenerators: Sendable {
    private let lexicons: Lexicons
    private let folders: [String: PackFolder]
    private let log: Logger
    /// By the id of the pack; nil for one without clues.
    private let generators = Locked([String: PuzzleGenerator?]())

    /// Generators with the clues of `folders`, by the ids of their packs.
    package init(_ lexicons: Lexicons, folders: [String: PackFolder] = [:], log: Logger) {
        (self.lexicons, self.folders, self.log) = (lexicons, folders, log)
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

    private func makeGenerator(_ id: String) -> PuzzleGenerator? {
        guard let pack = lexicons[id], let folder = folders[id] else { return nil }
        do throws(PackFolder.Unreadable) {
            return PuzzleGenerator(
                pack.lexicon(for: PuzzleGenerator.rules), try folder.clueBook(),
                weekdays: pack.offer(of: PuzzleGenerator.rules)?.weekdays ?? [])
        } catch {
            log.warning("the pack “\(id)” has no clues: \(error)")
            return nil
        }
    }
}

/// The lexicons, generators and stored puzzles from which rules complete a new game's setup.
nonisolated struct GameLibrary: Library {
    package let lexicons: Lexicons
    let generators: PuzzleGenerators
    let days: Locked<DayTasks>
    /// The puzzle that the setup names, if the store has it.
    package var found: (id: String, puzzle: Puzzle)?

    package func generator(_ lexicon: String) -> PuzzleGenerator? { generators.generator(lexicon) }

    package func puzzle(_ id: String) -> Puzzle? { found?.id == id ? found?.puzzle : nil }

    package func withDays<Value>(
        _ work: (inout DayTasks) throws(RuleViolation) -> Value
    ) throws(RuleViolation) -> Value {
        try days.withLock { days in
            Result { () throws(RuleViolation) in try work(&days) }
        }.get()
    }
}
