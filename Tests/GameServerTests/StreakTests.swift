import GameCore
import Testing

@testable import GameStore

/// Days are drawn in a row: `S` solved, `F` failed, `b` begun and not ended, `.` not played.
///
/// The last one can still be played.
@Suite("A streak of daily games")
struct StreakTests {
    private static let first = 20_000

    private func streak(_ days: String) -> Streak {
        var outcomes: [Int: Streak.Outcome] = [:]
        for (index, sign) in days.enumerated() {
            let kinds: [Character: Streak.Outcome] = ["S": .solved, "F": .failed, "b": .begun]
            outcomes[Self.first + index] = kinds[sign]
        }
        return Streak(outcomes, firstOpen: Day(number: Self.first + days.count - 1))
    }

    @Test(
        "counts solved days, and forgives one missed day in any seven",
        arguments: [
            ("S", 1, 1), ("SSS", 3, 3), ("SS.", 2, 2), (".", 0, 0), ("..S", 1, 1),
            // One day missed.
            ("SS.S", 3, 3), ("SS..", 2, 2), ("SS.SS", 4, 4),
            // Two in a row.
            ("SS...", 0, 2), ("SS..S", 1, 2),
            // Two with fewer than six days between them, and with six.
            ("SS.SSSSS.S", 1, 7), ("SS.SSSSSS.S", 9, 9), ("S.S.S", 1, 2),
        ])
    func forgiveness(days: String, current: Int, best: Int) {
        #expect((streak(days).days, streak(days).best) == (current, best), "\(days)")
    }

    @Test(
        "ends with a day that was not solved, today's too, and with a game that was never ended",
        arguments: [("SSFS", 1, 2), ("SSF", 0, 2), ("SSb", 2, 2), ("SSbS", 1, 2), ("Sb.", 0, 1)])
    func ends(days: String, current: Int, best: Int) {
        #expect((streak(days).days, streak(days).best) == (current, best), "\(days)")
    }

    @Test(
        "tells that grace is used for as long as the next missed day would end it",
        arguments: [
            ("SS", false), ("SS.S", true), ("SS..", true), ("SS.SSSSS.", true), ("SS.SSSSS", true),
            ("SS.SSSSSS", false), (".", false), ("S...", false),
        ])
    func grace(days: String, isUsed: Bool) {
        #expect(streak(days).isGraceUsed == isUsed, "\(days)")
    }

    @Test("is what somebody counts who goes through the days one by one, for all rows of ten days")
    func reference() {
        for row in 0..<(1 << 10) {
            let days = String((0..<10).map { row >> $0 & 1 == 1 ? "S" : "." })
            #expect(streak(days).days == Self.counted(days), "\(days)")
        }
    }

    /// The solved days since the last day that ended a streak.
    private static func counted(_ days: String) -> Int {
        var (solved, missed) = (0, [Int]())
        for (index, day) in days.enumerated() {
            if day == "S" {
                solved += 1
            } else if index < days.count - 1, solved > 0 {
                missed.append(index)
                let week = missed.filter { $0 > index - 7 }
                if week.count > 1 { (solved, missed) = (0, []) }
            }
        }
        return solved
    }
}
