import EventIO
import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Sleeping games", .serialized)
struct SleepingGamesTests {
    private func edit(_ text: String, _ cell: Int) -> Command {
        .edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[cell], text: text)]))
    }

    /// Opens `count` games, one after another, to exceed the memory budget.
    private func crowd(_ world: StoredWorld, _ count: Int, _ done: @escaping () -> Void) {
        guard count > 0 else { return done() }
        world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { _ in
            // A game that was used a moment ago stays awake, so this lets some time pass.
            Thread.sleep(forTimeInterval: 0.002)
            crowd(world, count - 1, done)
        }
    }

    @Test("a woken game is unchanged, with its tokens and its moves")
    func wakesUnchanged() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder, memory: 20 * 22_000)
            let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
            try world.run { done in
                let open = Parameters(["open": .flag(true)])
                world.games.open(rules: "free", options: open, title: nil, isPublic: false) { made in
                    guard case .success((let game, let token)) = made else { return }
                    let (id, before) = (game.id, Box<LiveGame>())
                    before.value = game
                    game.perform(edit("a", 0), by: .spectator, move: key) { first in
                        crowd(world, 120) {
                            #expect(world.games[id] == nil && before.value == nil)
                            world.games.wake(id) { woken in
                                guard case .success(let again?) = woken else { return }
                                #expect(again.committed.boards[0].text.hasPrefix("A"))
                                #expect(again.tokens.player(withToken: token.text)?.isHost == true)
                                again.perform(edit("a", 0), by: .spectator, move: key) { second in
                                    #expect(first.sequence == second.sequence && second.code == nil)
                                    #expect(again.committed.sequence.value == 1)
                                    done()
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("a game with a listener stays awake, and so does the lobby")
    func staysAwake() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder, memory: 20 * 22_000)
            var binding: Subscription?
            try world.run { done in
                world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { made in
                    guard case .success((let game, _)) = made else { return }
                    binding = game.feed.bind { _ in }
                    let id = game.id
                    crowd(world, 120) {
                        #expect(world.games[id] != nil && world.games[.lobby] != nil)
                        #expect(world.games.count < 120)
                        done()
                    }
                }
            }
            binding?.cancel()
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
            var made: GameID?
            do {
                let first = try StoredWorld(folder)
                try first.run { done in
                    first.games.open(rules: "free", options: .none, title: nil, isPublic: false) { result in
                        made = (try? result.get())?.0.id
                        done()
                    }
                }
            }
            let id = try #require(made)
            let second = try StoredWorld(folder)
            var woken: [ObjectIdentifier] = []
            try second.run { done in
                for _ in 0..<3 {
                    second.games.wake(id) { found in
                        if case .success(let game?) = found { woken.append(ObjectIdentifier(game)) }
                        if woken.count == 3 { done() }
                    }
                }
            }
            #expect(Set(woken).count == 1)
        }
    }
}

private final class Box<Object: AnyObject> {
    weak var value: Object?
}
