import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

/// Rules that add a field which every game has.
private struct Clashing: RuleSet {
    static let name = "clashing"
    static let info = RuleInfo(title: "Clashing", summary: "Has a field of its own.", options: [:])
    init(_ setup: GameSetup) {}

    func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        state.seats.isEmpty ? .none : Parameters(["next": .text("Bea"), "moves": .number(3)])
    }
}

/// Rules that add a field which every seat has.
private struct ClashingSeats: RuleSet {
    static let name = "seats"
    static let info = RuleInfo(title: "Seats", summary: "Has a field of its own.", options: [:])
    init(_ setup: GameSetup) {}

    func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters {
        Parameters(["score": .number(3)])
    }
}

@Suite("Fields that every game has")
struct CommonFieldsTests {
    @Test("are not those of rules: the server does not start, and says which field it is")
    func clash() {
        let game = #expect(throws: CatalogError.self) {
            try CommonFields.check(RuleCatalog(FreeRules.self, Clashing.self))
        }
        #expect(game?.description == "Clashing: every game has a field “next” already; give it another name.")
        let seats = #expect(throws: CatalogError.self) {
            try CommonFields.check(RuleCatalog(FreeRules.self, ClashingSeats.self))
        }
        #expect(seats?.description.contains("“score”") == true)
        #expect(throws: Never.self) { try CommonFields.check(allRules) }
    }

    @Test("are left out of what rules add later")
    func leftOut() {
        let json = JSONWriter.object { json in
            Parameters(["next": .text("Bea"), "moves": .number(3)])
                .writeFields(to: &json, except: CommonFields.game)
        }
        #expect(String(decoding: json, as: UTF8.self) == #"{"moves":3}"#)
    }

    @Test("are all known", arguments: allRules.all.map { $0.name })
    func complete(rules: String) throws {
        let client = try FrontDoorClient(packs: FrontDoorClient.shippedPacks.get())
        let made = try client.ask(
            .post, "/games", Array("{\"rules\":\"\(rules)\"}".utf8), type: "application/json")
        guard case .object(let game) = made.json else {
            Issue.record("no game: \(made)")
            return
        }
        let id = try #require(GameID(made.text.firstMatch(of: /"id":"([^"]+)"/).map { String($0.1) } ?? ""))
        let state = try #require(client.world.games[id]?.committed)
        let own = state.rules.fields(of: state, for: nil).values.keys
        #expect(Set(game.keys).subtracting(CommonFields.game).subtracting(own).isEmpty)
    }
}
