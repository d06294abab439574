import GameCore
import Testing

@testable import GameJSON

/// Random commands in a room, some of which it refuses.
private struct RandomMembers {
    private let table: RoomTable
    private var random: SeededGenerator
    private var games = 0

    init(_ table: RoomTable, seed: UInt64) {
        self.table = table
        random = SeededGenerator(seed: seed)
    }

    mutating func act() {
        let number = random.below(RoomTable.players.count)
        let player: [String: Parameters.Value] = ["player": .text(table.id(number).text)]
        let seat = table.state.seats.first { $0.player == table.id(number) }?.seat
        let member = Player(seat: seat, isHost: seat != nil && seat == table.state.room?.host)
        table.now = table.now + .seconds(random.below(30))
        do {
            switch random.below(11) {
            case 0, 1: try table.join(number)
            case 2: try table.act("leave", player, by: .spectator)
            case 3: try table.act("remove", player, by: RoomTable.server)
            case 4: try table.act("readmit", player, by: RoomTable.server)
            case 5: try begin()
            case 6: try table.record("game-\(games)", winners: [1], scores: [1: games, 2: 3])
            case 7: _ = try table.propose("vote-\(games)", asking: [1, 2, 3], by: member)
            case 8: try table.answer(random.below(2), to: table.state.prompts.first?.id ?? 1, by: member)
            case 9: try table.act(random.below(2) == 0 ? "close-seats" : "open-seats", by: member)
            default: try table.apply(.deadlineReached, by: .spectator)
            }
        } catch {}
    }

    private mutating func begin() throws {
        games += 1
        try table.begin("game-\(games)", after: table.game.state.room?.present?.id.text)
    }
}

@Suite("The compacted journal of a room")
struct RoomCompactionTests {
    @Test(
        "leads to the same state as the whole one, at every event, also compacted again with later events",
        arguments: UInt64(1)...12)
    func states(seed: UInt64) throws {
        let table = try RoomTable(members: 2)
        var members = RandomMembers(table, seed: seed)
        for _ in 0..<400 { members.act() }
        try #require(table.events.count > 100)
        var whole = try allRules.newGame(table.game.setup)
        var once = JournalCompaction()
        var twice = JournalCompaction()
        for (index, event) in table.events.enumerated() {
            whole.apply(event)
            once.add(event)
            twice.add(event)
            if index % 7 == 0 { twice = JournalCompaction(twice.opening(of: whole)) }
            for compaction in [once, twice] {
                let opening = compaction.opening(of: whole)
                let found = try allRules.newGame(table.game.setup.withOpening(opening))
                #expect(
                    found.hasSameContent(as: whole) && found.hash == event.hash,
                    "seed \(seed), event \(index + 1)")
            }
        }
    }

    @Test("does not grow with the games, the members and the votes, and is stored as text without loss")
    func size() throws {
        let table = try RoomTable(members: 2)
        var members = RandomMembers(table, seed: 5)
        for _ in 0..<4000 { members.act() }
        let opening = JournalCompaction(table.events).opening(of: table.state)
        #expect(table.events.count > 800 && opening.count < 40, "\(table.events.count), \(opening.count)")
        let read = try [GameEvent](openingRecord: opening.openingRecord)
        #expect(read.map { $0.naming(opening.names) } == opening)
    }
}
