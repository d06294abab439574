import GameCore
import Testing

/// Laws that hold in every game, tried on 2 000 random ones; a seed names the game that breaks one.
@Suite("In 2 000 random games")
struct ReplayTests {
    private static let commands = 60
    private static let games = 250
    /// Eight batches, so that they may run side by side.
    static let batches = Array<UInt64>(0..<8)

    /// What a random game has come to.
    private struct Played {
        let setup: GameSetup
        var events: [GameEvent] = []
        /// The game after each number of events at which a command ended.
        var standings: [Int: Standing] = [:]
        var refusals: Set<String> = []
    }

    /// Plays one game; `witness` sees each command that is given and what came of it.
    private func play(
        seed: UInt64,
        _ witness: (Game, Command, Player, Timestamp, [GameEvent]) throws -> Void = { _, _, _, _, _ in }
    ) throws -> Played {
        var people = RandomPeople(seed: seed)
        let game = try Game(people.setup())
        var played = Played(setup: game.setup)
        played.standings[0] = Standing(game)
        for _ in 0..<Self.commands {
            let (command, player) = try people.next(game.state)
            let before = Standing(game)
            var events: [GameEvent] = []
            do {
                events = try game.apply(command, by: player, at: people.now)
            } catch {
                played.refusals.insert(error.code.rawValue)
            }
            if events.isEmpty, Standing(game) != before {
                Issue.record("seed \(seed): \(command) by \(player) changed the game without an event")
            }
            played.events += events
            played.standings[played.events.count] = Standing(game)
            try witness(game, command, player, people.now, events)
        }
        return played
    }

    private func each(_ batch: UInt64, _ body: (UInt64) throws -> Void) rethrows {
        for number in 0..<UInt64(Self.games) { try body(batch * 1_000_000 + number) }
    }

    @Test(
        "sequence numbers are dense from 1, and a refused or empty command changes nothing",
        arguments: batches)
    func dense(batch: UInt64) throws {
        try each(batch) { seed in
            let played = try play(seed: seed)
            #expect(
                played.events.map(\.sequence.value) == Array(0..<played.events.count).map { $0 + 1 },
                "seed \(seed)")
        }
    }

    @Test("replay equals live after every event: state, hash, texts, stamps", arguments: batches)
    func replayed(batch: UInt64) throws {
        try each(batch) { seed in
            let played = try play(seed: seed)
            // Replay is one event after the other: the copy after n events is the replay of that prefix.
            let copy = try Game(played.setup)
            for (count, event) in played.events.enumerated() {
                copy.replay(event)
                let sees = copy.hash == event.hash && copy.state.sequence == event.sequence
                if !sees { Issue.record("seed \(seed): another hash after event \(event.sequence)") }
                guard let live = played.standings[count + 1] else { continue }
                if Standing(copy) != live {
                    Issue.record("seed \(seed): differs after event \(event.sequence)")
                }
            }
            #expect(Standing(copy) == played.standings[played.events.count], "seed \(seed)")
        }
    }

    @Test("a replayed game answers the commands that follow as the live one does", arguments: batches)
    func continued(batch: UInt64) throws {
        try each(batch) { seed in
            var random = SplitMix64(seed: ~seed)
            let cut = Int.random(in: 0..<Self.commands, using: &random)
            try continueFromReplay(seed: seed, after: cut)
        }
    }

    @Test("so it does after every single command", arguments: 0..<10)
    func continuedEverywhere(seed: UInt64) throws {
        for cut in 0..<Self.commands { try continueFromReplay(seed: seed + 77_000_000, after: cut) }
    }

    /// Plays a game, replays its first `cut` commands' events elsewhere, and gives the copy the other commands.
    private func continueFromReplay(seed: UInt64, after cut: Int) throws {
        var events: [GameEvent] = []
        var copy: Game?
        var count = 0
        _ = try play(seed: seed) { live, command, player, time, happened in
            defer { count += 1 }
            if count == cut {
                let fresh = try Game(live.setup)
                for event in events { fresh.replay(event) }
                copy = fresh
            }
            events += happened
            guard let copy else { return }
            let again = (try? copy.apply(command, by: player, at: time)) ?? []
            if again != happened || Standing(copy) != Standing(live) {
                Issue.record("seed \(seed), cut \(cut): \(command) came out as \(again), not \(happened)")
            }
        }
    }

    @Test("a picture folded event by event equals the picture of the game", arguments: batches)
    func pictures(batch: UInt64) throws {
        try each(batch) { seed in
            let played = try play(seed: seed)
            var picture = GamePicture(of: try Game(played.setup))
            for (count, event) in played.events.enumerated() {
                picture.fold(event)
                if picture.hash != event.hash { Issue.record("seed \(seed): hash at \(event.sequence)") }
                guard let live = played.standings[count + 1] else { continue }
                if Standing(picture) != live { Issue.record("seed \(seed): picture at \(event.sequence)") }
            }
        }
    }

    @Test(
        "each hash is FNV-1a of the canonical text, and the last event of a command bears it",
        arguments: batches)
    func hashes(batch: UInt64) throws {
        try each(batch) { seed in
            _ = try play(seed: seed) { game, _, _, _, events in
                guard let last = events.last else { return }
                let expected = referenceHash(canonicalText(game))
                if game.hash.description != expected || last.hash.description != expected {
                    Issue.record("seed \(seed): hash at \(last.sequence)")
                }
            }
        }
    }

    @Test("everything happens that can happen, and every refusal of the rules")
    func coverage() throws {
        var happened: Set<String> = []
        var refusals: Set<String> = []
        for seed in UInt64(0)..<500 {
            let played = try play(seed: seed)
            refusals.formUnion(played.refusals)
            for event in played.events {
                happened.insert(String("\(event.change)".prefix { $0 != "(" }))
                if case .cellChanged(let change) = event.change { happened.insert(change.cause.rawValue) }
            }
        }
        let changes: Set = [
            "cellChanged", "seatTaken", "seatLeft", "seatRecoloured", "boardLocked", "boardUnlocked",
            "promptOpened",
            "promptAnswered", "promptDismissed", "gameFinished", "edit", "undo", "clear",
        ]
        #expect(happened == changes)
        let setupOnly: Set = ["unknown-rules", "orphaned-cell", "no-free-seat"]
        #expect(refusals.union(setupOnly) == Set(RuleViolation.Code.allCases.map(\.rawValue)))
    }
}
