import GameCore
import Testing

@Suite("A day")
struct DayTests {
    /// Milliseconds from the start of the day in UTC, and whether the date is over everywhere.
    private static let moments: [(Int64, Bool)] = [
        (-1, false), (0, false), (36 * 3_600_000 - 1, false), (36 * 3_600_000, true), (.max / 2, true),
    ]

    @Test(
        "is over everywhere at noon UTC of the next day, when it ends in UTC-12",
        arguments: moments)
    func endOfDate(milliseconds: Int64, isOver: Bool) throws {
        for day in ["2026-11-28", "2026-12-31", "2024-02-28", "2024-02-29"].compactMap(Day.init(_:)) {
            let start = Int64(day.number) * 86_400_000
            #expect(day.isOverEverywhere(at: Timestamp(milliseconds: start + milliseconds)) == isOver)
        }
    }

    @Test(
        "is parsed and formatted as yyyy-mm-dd, and has a weekday",
        arguments: [
            ("1970-01-01", 0, 3), ("2000-02-29", 11_016, 1), ("2026-11-23", 20_780, 0),
            ("2026-11-22", 20_779, 6),
        ])
    func known(text: String, number: Int, weekday: Int) throws {
        let day = try #require(Day(text))
        #expect(day.number == number && day.weekday == weekday && day.description == text)
        #expect(Day(of: Timestamp(milliseconds: Int64(number) * 86_400_000 + 86_399_999)) == day)
    }

    @Test("keeps its number when formatted and parsed, until 2100, which is no leap year")
    func roundTrip() throws {
        for number in 0...47_846 {
            guard Day(Day(number: number).description)?.number != number else { continue }
            Issue.record("day \(number)")
        }
    }

    @Test(
        "is refused if it is malformed or not in the calendar",
        arguments: [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "", "2026-11-21T", "2026/11/21",
            "+026-11-21", "2026-11-00", "1969-12-31", "２０２６-11-21",
        ])
    func refused(text: String) {
        #expect(Day(text) == nil)
    }
}
