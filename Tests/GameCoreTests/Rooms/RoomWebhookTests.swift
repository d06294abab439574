import GameCore
import Testing

@testable import GameJSON

@Suite("The webhook of a room")
struct RoomWebhookTests {
    private let table: RoomTable
    private let monday = Day(number: 20_000)
    private var tuesday: Day { Day(number: monday.number + 1) }

    init() throws {
        table = try RoomTable(members: 2)
        try set("https://example.org/a")
    }

    private var webhook: RoomWebhook? { table.game.state.room?.webhook }

    private func set(_ url: String, by number: Int = 0) throws {
        let values: [String: Parameters.Value] = [
            "url": .text(url), "shape": .text("slack"), "settled": .number(monday.number - 1),
        ]
        try table.act("webhook", values, by: table.member(number))
    }

    /// Performs an action of the server; returns whether it changed anything.
    private func act(
        _ name: String, _ day: Day, claim: Int? = nil, _ more: [String: Parameters.Value] = [:]
    ) throws -> Bool {
        var values = more.merging(["day": .number(day.number)]) { $1 }
        if let claim { values["claim"] = .number(claim) }
        return try !table.act(name, values, by: RoomTable.server).isEmpty
    }

    private func tell(_ day: Day) throws -> Bool {
        try act("tell", day, ["since": .number(webhook?.since ?? 0)])
    }

    private func told(_ day: Day, claim: Int?) throws -> Bool {
        try act("told", day, claim: claim, ["outcome": .text("told"), "reason": .text("status 204")])
    }

    private func untold(_ day: Day, attempts: Int, claim: Int? = nil) throws -> Bool {
        let numbers: [String: Parameters.Value] = [
            "attempts": .number(attempts), "begun": .number(1), "next": .number(2),
        ]
        return try act("untold", day, claim: claim, numbers.merging(["reason": .text("status 500")]) { $1 })
    }

    @Test("a day is told by the first node that says so, and settled by that one")
    func claims() throws {
        #expect(try tell(monday))
        let claim = try #require(webhook?.telling?.time)
        let late = try [tell(monday), told(monday, claim: nil), told(monday, claim: claim + 1)]
        #expect(late == [false, false, false])
        #expect(try !untold(monday, attempts: 1))
        #expect(try told(monday, claim: claim))
        #expect(webhook?.settled == monday && webhook?.telling == nil && webhook?.last?.outcome == .told)
        let again = try [tell(monday), told(monday, claim: claim), untold(monday, attempts: 1)]
        #expect(again == [false, false, false])
        #expect(try tell(tuesday))
    }

    @Test("two nodes that fail at the same time count as one attempt")
    func failures() throws {
        #expect(try untold(monday, attempts: 1))
        #expect(try !untold(monday, attempts: 1))
        #expect(webhook?.pending?.attempts == 1)
        #expect(try tell(monday))
        #expect(try untold(monday, attempts: 2, claim: webhook?.telling?.time))
        #expect(webhook?.pending?.attempts == 2 && webhook?.telling == nil)
        #expect(try untold(tuesday, attempts: 1))
        #expect(webhook?.attempts(of: tuesday) == 1 && webhook?.attempts(of: monday) == 0)
    }

    @Test("nothing is sent to an address that the host has replaced meanwhile")
    func replacement() throws {
        let since = try #require(webhook?.since)
        try set("https://example.org/b")
        #expect(try !act("tell", monday, ["since": .number(since)]))
        #expect(webhook?.settled.number == monday.number - 1)
        #expect(try tell(monday))
        let claim = webhook?.telling?.time
        try set("https://example.org/c")
        #expect(webhook?.telling?.time == claim)
        #expect(try told(monday, claim: claim))
    }

    @Test("only the host sets and removes it, and it ends when the host leaves")
    func host() throws {
        let member = try table.member(1)
        #expect(throws: RuleViolation.self) { try set("https://example.org/b", by: 1) }
        #expect(throws: RuleViolation.self) { try table.act("webhook", [:], by: member) }
        try table.act("webhook", [:], by: table.member(0))
        #expect(webhook == nil)
        #expect(try table.act("webhook", [:], by: table.member(0)).isEmpty)
        try set("https://example.org/a")
        try table.act("leave", ["player": .text(table.id(0).text)], by: .spectator)
        #expect(webhook == nil && table.host == "Bea")
    }

    @Test("it survives the compaction of the journal with all that it knows")
    func compaction() throws {
        _ = try tell(monday)
        _ = try told(monday, claim: webhook?.telling?.time)
        _ = try untold(tuesday, attempts: 1)
        _ = try tell(tuesday)
        let state = try #require(table.game.state.room)
        #expect(state.webhook?.last != nil && state.webhook?.pending != nil && state.webhook?.telling != nil)
        #expect(RoomState(state.values) == state)
    }

    @Test("the option by which the server finds such rooms follows it")
    func option() throws {
        #expect(try table.game.state.setup.options.flag(RoomWebhook.option) == true)
        try table.act("webhook", [:], by: table.member(0))
        #expect(try table.game.state.setup.options.flag(RoomWebhook.option) == false)
    }
}
