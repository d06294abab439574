import Foundation
import GameCore

/// Counts the guesses that the solver and ``EntropyGuesser`` need for every answer, and times the solver.
final class GuessGames {
    private let lexicon: Lexicon
    private var solver: GuessSolver?
    /// The number of answers found with each number of guesses.
    private var found = [Int](repeating: 0, count: 12)
    private var times: [Double] = []

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
    }

    func play() {
        let before = Self.peakMemory
        say("answers", Double(lexicon.answers.count))
        say("ready", processorTime { solver = GuessSolver(lexicon) })
        say("memory", Self.peakMemory - before)
        for isHard in [false, true] {
            (found, times) = (found.map { _ in 0 }, [])
            play(after: [], isHard: isHard)
            report(isHard ? "strict" : "solver", found)
            times.sort()
            say("\(isHard ? "strict" : "solver")-median", times[times.count / 2])
            say("\(isHard ? "strict" : "solver")-max", times.last ?? 0)
        }
        measureRandomRows()
        let entropy = EntropyGuesser(lexicon)
        report("entropy", entropy.found(first: entropy.firsts[0]))
    }

    /// Continues from `rows` for all answers that fit, with one call of the solver for equal rows.
    private func play(after rows: [GuessRow], isHard: Bool) {
        guard let guess = nextGuess(rows, isHard), rows.count < found.count - 1 else { return }
        let parts = Dictionary(grouping: solver?.remaining(after: rows) ?? []) {
            WordMarks(of: guess, against: $0)
        }
        for marks in parts.keys.sorted(by: { $0.code < $1.code }) {
            if marks == .solved {
                found[rows.count + 1] += 1
            } else if let row = GuessRow(guess, marks) {
                play(after: rows + [row], isHard: isHard)
            }
        }
    }

    private func nextGuess(_ rows: [GuessRow], _ isHard: Bool) -> [UInt8]? {
        var guess: [UInt8]?
        times.append(
            processorTime { guess = solver?.ranked(after: rows, isHard: isHard, limit: 1).first?.word })
        return guess
    }

    /// Reports the slowest guess after up to four rows of random words.
    private func measureRandomRows() {
        let words = lexicon.words(ofLength: CellIndex.side)
        var random = SeededGenerator(seed: 1)
        times = []
        for number in 0..<1000 {
            let answer = lexicon.answers[random.below(lexicon.answers.count)]
            let rows = (0...number % 4).compactMap { _ -> GuessRow? in
                let guess = words[random.below(words.count)]
                return GuessRow(Array(guess), WordMarks(of: guess, against: answer))
            }
            _ = nextGuess(rows, number % 8 > 3)
        }
        say("any-max", times.max() ?? 0)
    }

    private func report(_ name: String, _ found: [Int]) {
        say("\(name)-mean", Self.mean(found))
        say("\(name)-worst", Double(found.lastIndex { $0 > 0 } ?? 0))
        for guesses in 1...6 { say("\(name)-\(guesses)", Double(found[guesses])) }
    }

    private static func mean(_ found: [Int]) -> Double {
        let guesses = found.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        return Double(guesses) / Double(max(found.reduce(0, +), 1))
    }

    /// The peak memory of the process so far, in MB.
    private static var peakMemory: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1e3
    }
}
