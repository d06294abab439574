import EventIO
import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("A game that leaves memory", .serialized)
struct SleepingGamesTests {
    private func edit(_ text: String, _ cell: Int) -> Command {
        .edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[cell], text: text)]))
    }

    /// Makes `count` more games, one after the other, so that others must go.
    private func crowd(_ world: StoredWorld, _ count: Int, _ done: @escaping () -> Void) {
        guard count > 0 else { return done() }
        world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { _ in
            // Nobody leaves who was asked for a moment ago.
            Thread.sleep(forTimeInterval: 0.002)
            crowd(world, count - 1, done)
        }
    }

    @Test("comes back unchanged, with its tokens and its moves")
    func comesBack() throws {
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
                                #expect(again.shown.boards[0].text.hasPrefix("A"))
                                #expect(again.tokens.player(token.text)?.isHost == true)
                                again.perform(edit("a", 0), by: .spectator, move: key) { second in
                                    #expect(first.sequence == second.sequence && second.code == nil)
                                    #expect(again.shown.sequence.value == 1)
                                    done()
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("is none that somebody follows, and never the house board")
    func whoStays() throws {
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

    @Test("is not looked for anew with every game that is made")
    func fewLooks() throws {
        let world = try TestWorld(memory: 10 * 5_000)
        let started = ContinuousClock.now
        // All are made at once, so none may leave yet and the memory is full from the tenth on.
        for _ in 0..<1000 {
            world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { _ in }
        }
        world.takeTurn()
        let moments = Int((ContinuousClock.now - started) / Settings.wakefulness)
        #expect((1...moments + 2).contains(world.games.looks))
    }

    @Test("is read once, however many ask for it at the same time")
    func oneWaking() throws {
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

/// Looks at an object without keeping it.
private final class Box<Object: AnyObject> {
    weak var value: Object?
}
