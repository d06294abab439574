package import GameCore

/// Days in a row on which a player solved a daily game without help; one missed day in any seven is forgiven.
package nonisolated struct Streak: Equatable, Sendable {
    /// The outcome of a day on which a player began a game.
    package enum Outcome: Comparable, Sendable {
        /// The game has not ended.
        case begun
        /// The game ended unsolved, or was solved with help.
        case failed
        case solved
    }

    /// The number of days in which at most one is forgiven.
    private static let week = 7

    /// The number of solved days of the current streak.
    package private(set) var days = 0
    /// The number of solved days of the longest streak.
    package private(set) var best = 0
    /// Whether the next missed day would end the current streak.
    package private(set) var isGraceUsed = false

    package init() {}

    /// - Parameters:
    ///   - outcomes: The outcomes of the days on which the player began a game, by number of the day.
    ///   - firstOpen: The first day that a player somewhere may still play, and has therefore not missed yet.
    /// - Complexity: O(n log n) for n days.
    package init(_ outcomes: [Int: Outcome], firstOpen: Day) {
        var run = Run()
        for (day, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            if outcome == .begun, day >= firstOpen.number { continue }
            run.pass(to: day)
            if outcome == .solved { run.addSolved(day) } else { run = Run() }
            best = max(best, run.days)
        }
        run.pass(to: max(firstOpen.number, run.next))
        days = run.days
        isGraceUsed = days > 0 && !run.forgives(run.next)
    }

    /// A streak up to a day.
    private struct Run {
        var days = 0
        /// The day after the last one that the streak has reached.
        var next = 0
        /// The last day that was missed and forgiven.
        var missed: Int?

        func forgives(_ day: Int) -> Bool { missed.map { day - $0 >= week } ?? true }

        mutating func addSolved(_ day: Int) {
            days += 1
            next = day + 1
        }

        /// Continues to `day`; the streak ends unless it forgives the days in between.
        mutating func pass(to day: Int) {
            guard days > 0, next < day else { return }
            guard next == day - 1, forgives(next) else { return self = Run() }
            (missed, next) = (next, day)
        }
    }
}
