import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("The effects of events")
struct GameEffectsTests {
    private func effects(
        _ played: inout PlayedGame, _ command: Command, by player: Player = .spectator
    ) throws -> GameEffects {
        let before = GameEffects.Origin(played.game.state)
        let events = try played.apply(command, by: player)
        return GameEffects(of: events, from: before, to: played.game.state)
    }

    @Test("an edit has no effects")
    func edit() throws {
        var played = try PlayedGame("abc")
        try played.apply(.takeSeat(PlayerName("Ann"), nil))
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[3], text: "a")])
        #expect(try effects(&played, .edit(edit)) == .none)
    }

    @Test("taking a seat, changing colour and leaving change the seats; leaving ends the token")
    func seats() throws {
        var played = try PlayedGame("abc")
        let ann = Player(seat: .first)
        let came = try effects(&played, .takeSeat(PlayerName("Ann"), nil))
        #expect(came.seats?.map(\.seat) == [.first] && came.seats?.map(\.since.value) == [1])
        #expect(came.seatCountChange == 1 && came.endedTokens == [] && came.phase == nil)
        let colour = Parameters(["colour": .text("#112233")])
        let recoloured = try effects(&played, .act("recolour", colour), by: ann)
        #expect(recoloured.seats?.map(\.colour.text) == ["#112233"] && recoloured.seatCountChange == 0)
        #expect(recoloured.endedTokens == [])
        let left = try effects(&played, .leaveSeat(.first), by: ann)
        #expect(left.seats == [] && left.seatCountChange == -1 && left.endedTokens == [.first])
    }

    @Test("leaving a seat and taking it again in one entry ends its tokens, even under the same name")
    func takenAgain() throws {
        var played = try PlayedGame("abc")
        try played.apply(.takeSeat(PlayerName("Ann"), nil))
        let before = GameEffects.Origin(played.game.state)
        let left = try played.apply(.leaveSeat(.first), by: Player(seat: .first))
        let came = try played.apply(.takeSeat(PlayerName("Ann"), nil))
        let effects = GameEffects(of: left + came, from: before, to: played.game.state)
        #expect(effects.endedTokens == [.first] && effects.seatCountChange == 0)
        #expect(effects.seats?.map(\.since.value) == [3])
    }

    @Test("the end is the event that ended the game, even if a rematch follows in the same entry")
    func end() throws {
        let played = try PlayedGame.withEverything("abc")
        let effects = played.whole.effects
        let finish = try #require(played.events.first { $0.time == played.game.state.finished })
        #expect(effects.end?.sequence == finish.sequence && finish != played.events.last)
        #expect(effects.end?.time == finish.time && effects.phase == .finished)
    }

    @Test("a new game without events has a phase")
    func opening() throws {
        let played = try PlayedGame("abc")
        let effects = played.whole.effects
        #expect(effects.phase == .playing && effects.seats == nil && effects.end == nil)
    }

    @Test("the effects of all pages add up to the effects of the whole journal")
    func pages() throws {
        let played = try PlayedGame.withEverything("abc")
        let pages = played.events.map { played.entry([$0]).effects }
        let whole = played.whole.effects
        #expect(pages.reduce(0) { $0 + $1.seatCountChange } == whole.seatCountChange)
        #expect(pages.compactMap(\.seats).last == whole.seats)
        #expect(pages.compactMap(\.end) == [whole.end])
        #expect(pages.compactMap(\.phase).last == whole.phase)
    }
}
