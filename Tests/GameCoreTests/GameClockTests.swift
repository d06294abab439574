import GameCore
import Testing

@Suite("While the server is down")
struct GameClockTests {
    /// The time `seconds` after the start by the wall clock, of which the server was down for `away` seconds.
    private func time(_ seconds: Int64, away: Int64) -> Timestamp {
        Timestamp(milliseconds: Timestamp.start.milliseconds + seconds * 1000, away: away * 1000)
    }

    @Test("the game clock does not advance")
    func difference() {
        #expect(time(100, away: 60) - .start == .seconds(40))
        #expect(time(100, away: 60) < time(50, away: 0))
        #expect(time(50, away: 0) + .seconds(5) == time(55, away: 0))
        #expect((time(100, away: 60) + .seconds(5)) - time(100, away: 60) == .seconds(5))
    }

    @Test("times that are equal on the game clock are ordered by the wall clock")
    func order() {
        let (before, after) = (time(40, away: 0), time(100, away: 60))
        #expect(after - before == .zero && before != after)
        #expect(before < after && !(after < before))
    }

    @Test("prompts do not expire")
    func prompts() throws {
        let table = try Table(seated: 2)
        try table.act("clear", by: .ann)
        table.now = time(1000, away: 990)
        try table.apply(.deadlineReached, by: .spectator)
        #expect(table.game.state.prompts.count == 1)
        table.now = time(1060, away: 990)
        #expect(try table.apply(.deadlineReached, by: .spectator).words == ["1 ended with 0"])
    }

    @Test("the elapsed time of the result does not grow")
    func result() throws {
        let table = try Table(seated: 1)
        table.now = time(1000, away: 990)
        try table.act("close", by: .host)
        #expect(table.game.state.result?.elapsed == .seconds(10))
    }

    @Test("the displayed clock does not advance")
    func clock() {
        let clock = ClockModel(started: .start)
        clock.advance(to: time(10, away: 0))
        clock.advance(to: time(1005, away: 990))
        #expect(clock.reading.value.elapsed == .seconds(15))
    }
}
