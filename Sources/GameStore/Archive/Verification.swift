package import GameCore
import GameJSON

/// A full check of stored games: the store's own check, and a replay of every journal.
///
/// The replay checks each event's sequence, that the rules admit it, and its hash. The archive compares what
/// it stores beside the journal with the replayed state, because the hash covers only boards and sequence.
package nonisolated struct Verification {
    /// One sentence for each problem found; the check stops after `maximumProblems`.
    package private(set) var problems: [String]
    package private(set) var games = 0
    package private(set) var events = 0
    private static let maximumProblems = 50

    /// - Complexity: O(events), some ten microseconds each.
    @MainActor package init(
        _ archive: any GameArchive, _ rules: RuleCatalog, progress: (_ done: Int, _ total: Int) -> Void
    ) throws {
        problems = try archive.integrityProblems()
        let ids = try archive.games().map(\.id)
        for id in ids where problems.count < Self.maximumProblems {
            do { events += try Self.verify(id, in: archive, rules) } catch {
                problems.append("Game “\(id)”: \(StoreFailure(error).reason)")
            }
            games += 1
            progress(games, ids.count)
        }
    }

    /// Replays a journal and compares the rows beside it with the final state.
    ///
    /// - Returns: The number of events.
    /// - Throws: `StoreFailure` with the first difference.
    @MainActor private static func verify(
        _ id: GameID, in archive: any GameArchive, _ rules: RuleCatalog
    ) throws -> Int {
        guard let setup = try archive.setup(of: id) else { throw StoreFailure(reason: "it has no setup") }
        var state = try rules.newGame(setup)
        var isLast = false
        while !isLast {
            let page = try archive.events(
                of: id, after: state.sequence, limit: StoreLimits.eventsPerQuery)
            for event in page { try apply(event, to: &state) }
            isLast = page.count < StoreLimits.eventsPerQuery
        }
        try archive.compare(state)
        return state.sequence.value
    }

    private static func apply(_ event: GameEvent, to state: inout GameState) throws(StoreFailure) {
        guard event.sequence == state.sequence.next else {
            throw StoreFailure(reason: "event \(state.sequence.next) is missing")
        }
        guard state.canApply(event.change) else {
            throw StoreFailure(reason: "event \(event.sequence) cannot follow the event before it")
        }
        state.apply(event)
        guard state.hash == event.hash else {
            throw StoreFailure(reason: "event \(event.sequence) does not match its hash")
        }
    }
}
