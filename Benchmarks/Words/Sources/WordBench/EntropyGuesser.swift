import Foundation
import GameCore

/// Guesses the word whose marks have the most entropy over the remaining answers, without lookahead.
///
/// Among equals it prefers a possible answer. The reference for the solver, with which it shares no code.
final class EntropyGuesser {
    private let words: [[UInt8]]
    private let count: Int
    /// The index of each answer in `words`.
    private let numbers: [Int]
    /// The marks of every word against every answer in base three, word by word.
    private var marks: [UInt8] = []
    private let bits: [Double]
    /// All words as first guesses, best first.
    private(set) var firsts: [Int] = []

    init(_ lexicon: Lexicon) {
        words = lexicon.words(ofLength: CellIndex.side).map(Array.init)
        let answers = lexicon.answers.map(Array.init)
        let known = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
        numbers = answers.compactMap { known[$0] }
        count = answers.count
        bits = (0...count).map { $0 == 0 ? 0 : Double($0) * log2(Double($0)) }
        marks = words.flatMap { word in answers.map { Self.marks(word, $0) } }
        let left = words.indices.map { unknown($0, Array(0..<count)) }
        firsts = words.indices.sorted { left[$0] < left[$1] }
    }

    /// The number of answers found with each number of guesses, if the first guess is `first`.
    func found(first: Int) -> [Int] {
        var found = [Int](repeating: 0, count: 12)
        play(first, Array(0..<count), guesses: 1, &found)
        return found
    }

    private func play(_ guess: Int, _ group: [Int], guesses: Int, _ found: inout [Int]) {
        for (code, part) in Dictionary(grouping: group, by: { marks[guess * count + $0] }) {
            if code == 242 {
                found[guesses] += 1
            } else if guesses + 1 < found.count {
                play(best(part), part, guesses: guesses + 1, &found)
            }
        }
    }

    private func best(_ group: [Int]) -> Int {
        guard group.count > 2 else { return numbers[group[0]] }
        var best = (guess: 0, left: Double.infinity)
        for guess in words.indices {
            let left = unknown(guess, group)
            if left < best.left { best = (guess, left) }
        }
        return best.guess
    }

    /// The expected remaining bits after `guess`, times the size of `group`; slightly less if `guess` is in it.
    private func unknown(_ guess: Int, _ group: [Int]) -> Double {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 243) { sizes in
            sizes.initialize(repeating: 0)
            for answer in group { sizes[Int(marks[guess * count + answer])] += 1 }
            let left = sizes.reduce(0) { $0 + bits[$1] }
            return sizes[242] > 0 ? left - 1e-6 : left
        }
    }

    private static func marks(_ guess: [UInt8], _ answer: [UInt8]) -> UInt8 {
        var (code, rest): (UInt8, [UInt8]) = (0, answer)
        for index in guess.indices where guess[index] == answer[index] { rest[index] = 0 }
        for index in guess.indices {
            code *= 3
            if guess[index] == answer[index] {
                code += 2
            } else if let other = rest.firstIndex(of: guess[index]) {
                rest[other] = 0
                code += 1
            }
        }
        return code
    }
}
