import EventIO
import Foundation
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Sleeping games", .serialized)
struct SleepingGamesTests {
    private func edit(_ text: String, _ cell: Int) -> Command {
        .edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[cell], text: text)]))
    }

    /// Opens games, one after another, until `isOver`: the idle ones exceed the memory budget and go to sleep.
    private func crowd(_ world: StoredWorld, until isOver: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(30)
        while !isOver(), .now < end { _ = try world.openGame() }
        #expect(isOver())
    }

    @Test("a woken game is unchanged, with its tokens and its moves")
    func wakesUnchanged() throws {
        try StoredWorld.run(memory: 20 * 22_000) { world in
            let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
            let before = Box<LiveGame>()
            let (id, token, first) = try {
                let (game, token) = try world.openGame(Parameters(["open": .flag(true)]))
                before.value = game
                return (game.id, token, try world.perform(edit("a", 0), in: game, move: key))
            }()
            // Asking the registry for the game would count as a use of it.
            try crowd(world) { before.value == nil }
            #expect(world.games[id] == nil)
            let woken = try world.main.answer { world.games.wake(id, $0) }.get()
            let again = try #require(woken)
            #expect(again.committed.boards[0].text.hasPrefix("A"))
            #expect(again.tokens.player(withToken: token.text)?.isHost == true)
            let second = try world.perform(edit("a", 0), in: again, move: key)
            #expect(first.sequence == second.sequence && second.code == nil)
            #expect(again.committed.sequence.value == 1)
        }
    }

    @Test("a command to a game that its owner changes waits for the change", arguments: [false, true])
    func withdrawn(isDeleted: Bool) throws {
        try StoredWorld.run { world in
            let game = try world.openGame(Parameters(["open": .flag(true)])).game
            var restore: (() -> Void)?
            world.games.withdraw(game.id) { done in
                guard isDeleted else { return restore = done }
                world.store.delete([GameDeletion(of: game.id, keepsStandings: true)]) { _ in restore = done }
            }
            world.main.wait { restore != nil }
            var result: CommandResult?
            game.perform(edit("a", 0), by: .spectator) { result = $0 }
            let other = try world.openGame(Parameters(["open": .flag(true)])).game
            #expect(try world.perform(edit("a", 0), in: other).sequence == 1 && result == nil)
            restore?()
            world.main.wait { result != nil }
            let found = try world.main.answer { world.games.wake(game.id, $0) }.get()
            if isDeleted {
                #expect(result?.code == "no-such-game" && found == nil)
            } else {
                #expect(result?.sequence == 1)
                #expect(found !== game && found?.committed.boards[0].text.hasPrefix("A") == true)
            }
        }
    }

    @Test("a game ends only once its room is in memory again, also while the room is being read")
    func withdrawnRoom() throws {
        try StoredWorld.run { world in
            let name = try #require(RoomName("smiths"))
            let room = GameSetup(
                id: GameID(room: name), rules: RoomRules.name, created: world.store.clock.now)
            let setup = GameSetup(
                id: .random(), rules: "free", options: Parameters(["open": .flag(true)]),
                created: room.created
            ).withRoom(name)
            for each in [room, setup] {
                let made: Result<LiveGame, Problem> = try world.main.answer { done in
                    world.games.createUnlessRefused(each, []) { done($0) }
                }
                _ = try made.get()
            }
            let game = try #require(world.games[setup.id])
            var wasInMemory: Bool?
            game.didFinish.append { _ in
                wasInMemory = world.games[room.id] != nil
                return []
            }
            var restore: (() -> Void)?
            world.games.withdraw(room.id) { restore = $0 }
            world.main.wait { restore != nil }
            restore?()
            #expect(world.games[room.id] == nil, "it is being read")
            let close = Command.act("close", .none)
            let _: CommandResult = try world.main.answer { done in
                game.perform(close, by: Player(seat: nil, isHost: true)) { done($0) }
            }
            #expect(wasInMemory == true)
        }
    }

    @Test("a game with a listener stays awake, and so does the lobby")
    func staysAwake() throws {
        try StoredWorld.run(memory: 20 * 22_000) { world in
            let listened = try world.openGame().game
            let binding = listened.feed.bind { _ in }
            let idle = Box<LiveGame>()
            idle.value = try world.openGame().game
            try crowd(world) { idle.value == nil }
            #expect(world.games[listened.id] != nil && world.games[.lobby] != nil)
            binding.cancel()
        }
    }

    @Test("new games beyond the budget do not each cause a sweep")
    func fewSweeps() throws {
        let world = try TestWorld(memory: 10 * 5_000)
        let started = ContinuousClock.now
        // All games are opened at once: none may sleep yet, and the budget is exceeded from the tenth on.
        for _ in 0..<1000 {
            world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { _ in }
        }
        world.takeTurn()
        let moments = Int((ContinuousClock.now - started) / Settings.minimumIdleTime)
        #expect((1...moments + 2).contains(world.games.sweepCount))
    }

    @Test("concurrent requests for a sleeping game read it once")
    func readOnce() throws {
        try StoredWorld.inFolder { folder in
            let id = try {
                let first = try StoredWorld(folder)
                let id = try first.openGame().game.id
                try first.close()
                return id
            }()
            let second = try StoredWorld(folder)
            var woken: [ObjectIdentifier] = []
            for _ in 0..<3 {
                second.games.wake(id) { found in
                    if case .success(let game?) = found { woken.append(ObjectIdentifier(game)) }
                }
            }
            second.main.wait { woken.count == 3 }
            #expect(Set(woken).count == 1)
            try second.close()
        }
    }
}

private final class Box<Object: AnyObject> {
    weak var value: Object?
}
