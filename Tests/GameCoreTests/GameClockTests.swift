import GameCore
import Testing

@Suite("While the server is away")
struct GameClockTests {
    /// `seconds` after the start by the wall clock, when the server has been down for `away` seconds of them.
    private func time(_ seconds: Int64, away: Int64) -> Timestamp {
        Timestamp(milliseconds: Timestamp.start.milliseconds + seconds * 1000, away: away * 1000)
    }

    @Test("the game clock stands still")
    func difference() {
        #expect(time(100, away: 60) - .start == .seconds(40))
        #expect(time(100, away: 60) < time(50, away: 0))
        #expect(time(50, away: 0) + .seconds(5) == time(55, away: 0))
        #expect((time(100, away: 60) + .seconds(5)) - time(100, away: 60) == .seconds(5))
    }

    @Test("moments that the game clock cannot tell apart are ordered by the wall clock")
    func order() {
        let (before, after) = (time(40, away: 0), time(100, away: 60))
        #expect(after - before == .zero && before != after)
        #expect(before < after && !(after < before))
    }

    @Test("nobody's time to answer a question runs out")
    func prompts() throws {
        let table = try Table(seated: 2)
        try table.act("clear", by: .ann)
        table.now = time(1000, away: 990)
        try table.apply(.timePassed, by: .spectator)
        #expect(table.game.state.prompts.count == 1)
        table.now = time(1060, away: 990)
        #expect(try table.apply(.timePassed, by: .spectator).words == ["1 ended with 0"])
    }

    @Test("the time of a result does not grow")
    func result() throws {
        let table = try Table(seated: 1)
        table.now = time(1000, away: 990)
        try table.act("close", by: .host)
        #expect(table.game.state.result?.elapsed == .seconds(10))
    }

    @Test("the clock that people see stands still")
    func clock() {
        let clock = ClockModel(started: .start)
        clock.tell(time(10, away: 0))
        clock.tell(time(1005, away: 990))
        #expect(clock.reading.value.elapsed == .seconds(15))
    }
}
