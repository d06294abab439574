import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("A rematch", .serialized)
struct RematchTests {
    /// A finished game with three players, and their tokens.
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
        try #require(game.tokens.player(withToken: tokens[number - 1].text))
    }

    @Test("is created in the commit of the event that starts it, and is found only after that")
    func sameCommit() throws {
        let world = try TestWorld()
        let (game, tokens) = try finished(world)
        game.perform(.act("rematch", .none), by: try player(1, game, tokens)) { _ in }
        for number in [2, 3] {
            game.perform(.answer(prompt: 1, button: 1), by: try player(number, game, tokens)) { _ in }
        }
        let next = try #require(game.game.state.next)
        #expect(world.games[next] == nil && game.committed.next == nil)
        let before = world.store.batches.count
        world.takeTurn()
        #expect(world.store.batches.count == before + 1 && game.committed.next == next)
        let round = try #require(world.games[next])
        #expect(round.committed.seats.map(\.name.text) == ["Ann", "Bea", "Cem"])
        for (number, token) in zip(1..., tokens) {
            #expect(round.tokens.player(withToken: token.text)?.seat?.number == number)
        }
    }

    @Test("does not include a player who leaves as it starts")
    func leaver() throws {
        let world = try TestWorld()
        let (game, tokens) = try finished(world)
        game.perform(.act("rematch", .none), by: try player(1, game, tokens)) { _ in }
        game.perform(.answer(prompt: 1, button: 1), by: try player(2, game, tokens)) { _ in }
        let cem = try player(3, game, tokens)
        game.perform(.leaveSeat(try #require(cem.seat)), by: cem) { _ in }
        world.takeTurn()
        let round = try #require(game.committed.next.flatMap { world.games[$0] })
        #expect(round.committed.seats.map(\.name.text) == ["Ann", "Bea"])
        #expect(round.tokens.player(withToken: tokens[2].text) == nil)
        #expect(round.tokens.player(withToken: tokens[1].text)?.seat?.number == 2)
    }
}
