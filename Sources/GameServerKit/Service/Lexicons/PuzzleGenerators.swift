import EventIO
package import GameCore
import GameJSON
import GameStore
package import Logging

/// The crossword generators, one for each lexicon with clues, and the words for makers of puzzles; made on first use.
///
/// Any thread.
package nonisolated final class PuzzleGenerators: Sendable {
    private let lexicons: Lexicons
    private let folders: [String: PackFolder]
    private let log: Logger
    /// By the id of the pack; nil for one without clues.
    private let generators = Locked([String: PuzzleGenerator?]())
    private let vocabularies = Locked([VocabularyKey: PuzzleVocabulary]())

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

    // MARK: Vocabularies

    /// A pack whose words are spelled in a unit.
    private struct VocabularyKey: Hashable {
        let pack: String
        let unit: Pack.Unit
    }

    /// The unit in which the minis of a pack are; that of its words if it does not offer them.
    package static func unit(of pack: Pack) -> Pack.Unit {
        pack.lexicon(for: PuzzleGenerator.rules).alphabet.spelling.unit
    }

    /// Whether ``vocabulary(of:in:)`` answers at once.
    package func hasVocabulary(of pack: Pack, in unit: Pack.Unit) -> Bool {
        vocabularies.withLock { $0[VocabularyKey(pack: pack.id, unit: unit)] != nil }
    }

    /// The words of `pack` in `unit` for the makers of puzzles.
    ///
    /// - Complexity: Some 60 ms on first use.
    package func vocabulary(of pack: Pack, in unit: Pack.Unit) -> PuzzleVocabulary {
        let key = VocabularyKey(pack: pack.id, unit: unit)
        if let known = vocabularies.withLock({ $0[key] }) { return known }
        let made = makeVocabulary(pack, unit)
        // Another thread may have been faster. All must use the same object, because its identity is part of
        // the key of cached surveys.
        return vocabularies.withLock { vocabularies in
            let vocabulary = vocabularies[key] ?? made
            vocabularies[key] = vocabulary
            return vocabulary
        }
    }

    private func makeVocabulary(_ pack: Pack, _ unit: Pack.Unit) -> PuzzleVocabulary {
        guard let folder = folders[pack.id] else { return PuzzleVocabulary(pack.lexicon) }
        do throws(PackFolder.Unreadable) {
            return folder.vocabulary(of: unit, clues: try folder.clues())
        } catch {
            log.warning("the pack “\(pack.id)” has no clues: \(error)")
            return folder.vocabulary(of: unit, clues: [])
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
