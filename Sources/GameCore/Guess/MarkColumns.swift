/// Words that may be the answer, laid out so that the marks of a guess against all of them are five additions
/// of whole columns.
struct MarkColumns {
    private typealias Column = UnsafeBufferPointer<UInt8>

    private let words: GuessWords
    /// How many answers there are.
    private let count: Int
    /// For each place and letter what it adds to the code of the marks, answer by answer: one weight of the
    /// place when the answer has the letter, two when it has it there.
    private let parts: [UInt8]
    /// For each letter the answers that have it, and how often.
    private let holders: [[(answer: Int, copies: Int)]]

    /// The columns of the answers with these numbers among `words`.
    init(_ words: GuessWords, answers: [Int]) {
        let count = answers.count
        var parts = [UInt8](repeating: 0, count: CellIndex.side * words.letterCount * count)
        var holders = [[(answer: Int, copies: Int)]](repeating: [], count: words.letterCount)
        for (number, answer) in answers.enumerated() {
            let answer = words[answer]
            for letter in Set(answer) {
                holders[Int(letter)].append((number, answer.count { $0 == letter }))
                for (place, own) in answer.enumerated() {
                    let part = Self.weights[place] * (own == letter ? 2 : 1)
                    parts[(place * words.letterCount + Int(letter)) * count + number] = part
                }
            }
        }
        self.words = words
        self.count = count
        self.parts = parts
        self.holders = holders
    }

    /// Writes the codes of the marks of `guess` against all answers to `row`, which has room for them.
    ///
    /// - Complexity: O(answers), about a nanosecond for each.
    func writeMarks(of guess: Int, to row: UnsafeMutableBufferPointer<UInt8>) {
        parts.withUnsafeBufferPointer { parts in
            let (a, b, c) = (column(0, guess, parts), column(1, guess, parts), column(2, guess, parts))
            let (d, e) = (column(3, guess, parts), column(4, guess, parts))
            for answer in 0..<count {
                row[answer] = a[answer] &+ b[answer] &+ c[answer] &+ d[answer] &+ e[answer]
            }
            for letter in words.repeats[guess] {
                takeBack(letter, letter.places.map { column($0, guess, parts) }, row)
            }
        }
    }

    /// A letter that the guess has more often than the answer has been counted as near too often.
    private func takeBack(
        _ letter: GuessWords.Repeat, _ columns: [Column], _ row: UnsafeMutableBufferPointer<UInt8>
    ) {
        let weights = letter.places.map { Self.weights[$0] }
        for (answer, copies) in holders[Int(letter.letter)] where copies < weights.count {
            var spare = copies - weights.indices.count { columns[$0][answer] > weights[$0] }
            for (column, weight) in zip(columns, weights) where column[answer] == weight {
                if spare > 0 { spare -= 1 } else { row[answer] -= weight }
            }
        }
    }

    private func column(_ place: Int, _ guess: Int, _ parts: Column) -> Column {
        let start = (place * words.letterCount + words[guess, place: place]) * count
        return parts.extracting(start..<start + count)
    }

    /// What a near mark adds to the code, place by place.
    private static let weights: [UInt8] = [81, 27, 9, 3, 1]
}
