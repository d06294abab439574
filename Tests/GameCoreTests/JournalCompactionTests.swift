import Testing

@testable import GameCore
@testable import GameJSON

/// Random free games whose journals are compacted at every event.
@Suite("A compacted journal")
struct JournalCompactionTests {
    private func compacted(_ setup: GameSetup, _ events: ArraySlice<GameEvent>) throws -> GameState {
        try allRules.newGame(setup.withOpening(JournalCompaction(events).events))
    }

    @Test(
        "leads to the same state as the whole one, at every event, also compacted again with later events",
        arguments: UInt64(1)...24)
    func states(seed: UInt64) throws {
        let game = try RandomGame(seed: seed)
        var whole = try allRules.newGame(game.setup)
        for (index, event) in game.events.enumerated() {
            whole.apply(event)
            let found = try compacted(game.setup, game.events[...index])
            #expect(
                found.hasSameContent(as: whole) && found.hash == event.hash,
                "seed \(seed), event \(index + 1)")
            var twice = JournalCompaction(JournalCompaction(game.events[...index]).events)
            for event in game.events[(index + 1)...] { twice.add(event) }
            let last = try compacted(game.setup, ArraySlice(twice.events))
            #expect(last.hasSameContent(as: game.state), "seed \(seed), twice at event \(index + 1)")
        }
    }

    @Test("keeps few events of many")
    func size() throws {
        let game = try RandomGame(seed: 3, RandomFreePlayers(seed: 3), commands: 3000)
        #expect(game.events.count > 200)
        #expect(JournalCompaction(game.events).events.count < 80)
    }

    @Test("is stored as text and read without loss")
    func record() throws {
        let events = JournalCompaction(
            try RandomGame(seed: 3, RandomFreePlayers(seed: 3), commands: 300).events
        ).events
        #expect(!events.isEmpty)
        let read = try [GameEvent](openingRecord: events.openingRecord)
        #expect(read.map { $0.naming(events.names) } == events.map { $0.naming(events.names) })
    }
}
