import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The next round", .serialized)
struct RematchTests {
    /// A finished game with three people, and their tokens.
    private func finished(_ world: TestWorld) throws -> (LiveGame, [Token]) {
        var game: LiveGame?
        world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { made in
            game = (try? made.get())?.0
        }
        world.takeTurn()
        let made = try #require(game)
        var tokens: [Token] = []
        for name in ["Ann", "Bea", "Cem"] {
            made.perform(.takeSeat(try PlayerName(name), nil), by: .spectator) { result in
                if let token = (try? result.get())?.token { tokens.append(token) }
            }
        }
        made.perform(.act("close", .none), by: Player(seat: nil, isHost: true)) { _ in }
        world.takeTurn()
        return (made, tokens)
    }

    private func player(_ number: Int, _ game: LiveGame, _ tokens: [Token]) throws -> Player {
        try #require(game.tokens.player(tokens[number - 1].text))
    }

    @Test("is in the same commit, and is found only after it")
    func sameCommit() throws {
        let world = try TestWorld()
        let (game, tokens) = try finished(world)
        game.perform(.act("rematch", .none), by: try player(1, game, tokens)) { _ in }
        for number in [2, 3] {
            game.perform(.answer(prompt: 1, button: 1), by: try player(number, game, tokens)) { _ in }
        }
        let next = try #require(game.game.state.next)
        #expect(world.games[next] == nil && game.shown.next == nil)
        let before = world.store.batches.count
        world.takeTurn()
        #expect(world.store.batches.count == before + 1 && game.shown.next == next)
        let round = try #require(world.games[next])
        #expect(round.shown.seats.map(\.name.text) == ["Ann", "Bea", "Cem"])
        for (number, token) in zip(1..., tokens) {
            #expect(round.tokens.player(token.text)?.seat?.number == number)
        }
    }

    @Test("knows nothing of who leaves while it begins")
    func leaver() throws {
        let world = try TestWorld()
        let (game, tokens) = try finished(world)
        game.perform(.act("rematch", .none), by: try player(1, game, tokens)) { _ in }
        game.perform(.answer(prompt: 1, button: 1), by: try player(2, game, tokens)) { _ in }
        let cem = try player(3, game, tokens)
        game.perform(.leaveSeat(try #require(cem.seat)), by: cem) { _ in }
        world.takeTurn()
        let round = try #require(game.shown.next.flatMap { world.games[$0] })
        #expect(round.shown.seats.map(\.name.text) == ["Ann", "Bea"])
        #expect(round.tokens.player(tokens[2].text) == nil)
        #expect(round.tokens.player(tokens[1].text)?.seat?.number == 2)
    }
}
