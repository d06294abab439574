import GameCore
import Testing

@testable import GameCore

@Suite("The tasks of days")
struct DayTasksTests {
    /// Makes tasks with the first of `words` words, from a place that the seed chooses, that are not avoided.
    private func tasks(_ days: ClosedRange<Int>, words count: Int, hasManyWords: Bool = true) throws -> [Int:
        [String]]
    {
        var tasks = DayTasks()
        var found: [Int: [String]] = [:]
        // From the last day to the first, as somebody may ask who opens earlier days.
        for day in days.reversed() {
            let task = try tasks.task(
                of: Day(number: day), rules: "mini", pack: "en", hasManyWords: hasManyWords
            ) { made in
                var random = SeededGenerator(seed: made.seed)
                var words: [String] = []
                while words.count < 5 {
                    let word = "\(random.below(count))"
                    if !made.avoided.contains(word), !words.contains(word) { words.append(word) }
                }
                return DayTasks.Task(answer: .none, words: words)
            }
            found[day] = task.words
        }
        return found
    }

    @Test("share no word with those of the thirty days before and after")
    func distance() throws {
        let days = 20_000...20_400
        let found = try tasks(days, words: 600)
        for (day, words) in found {
            for other in day + 1...day + DayTasks.distance {
                #expect(Set(words).isDisjoint(with: found[other] ?? []), "day \(day) and \(other)")
            }
        }
    }

    @Test("do not depend on which days were asked for before")
    func history() throws {
        let all = try tasks(20_000...20_130, words: 600)
        for day in stride(from: 20_000, through: 20_130, by: 13) {
            #expect(try tasks(day...day, words: 600)[day] == all[day])
        }
    }

    @Test("need at most three blocks of days, before 1970 too")
    func work() {
        for day in [-95, -31, -30, -1, 0, 29, 30, 59, 60, 20_000] {
            let before = DayTasks.days(before: day)
            #expect(before.count < 3 * DayTasks.distance && Set(before).count == before.count)
            #expect(before.allSatisfy { abs($0 - day) <= DayTasks.distance && $0 != day })
        }
    }

    @Test("avoid nothing where there are too few words")
    func fewWords() throws {
        let found = try tasks(20_000...20_010, words: 6, hasManyWords: false)
        #expect(found.count == 11)
    }

    @Test("number the days so that each answer comes once in as many days as there are answers")
    func numbers() {
        let tasks = DayTasks()
        for count in [1, 2, 3, 1000, 2037] {
            let numbers = (20_000..<20_000 + count).map {
                tasks.number(of: Day(number: $0), rules: "guess", below: count)
            }
            #expect(Set(numbers) == Set(0..<count))
        }
        let numbers = (0..<2037).map { tasks.number(of: Day(number: $0), rules: "guess", below: 2037) }
        let steps = Set(zip(numbers, numbers.dropFirst()).map { $1 - $0 })
        #expect(steps.count > 1000, "the order must not be a simple one")
    }
}
