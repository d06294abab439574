/// The marks of every word against every answer of a group.
struct MarkTable: Sendable {
    /// The words; a guess is identified by its index here.
    let words: GuessWords
    /// The word numbers of the answers; an answer is identified by its index here.
    let answers: [Int]
    /// The mark codes, row by row: one row for each word, one column for each answer.
    private let marks: [UInt8]

    /// Creates the table of `words` against the words with the numbers `answers`.
    ///
    /// - Complexity: O(words · answers), one or two nanoseconds for each pair.
    init(_ words: GuessWords, answers: [Int]) {
        let columns = MarkColumns(words, answers: answers)
        let width = answers.count
        self.words = words
        self.answers = answers
        let count = words.count * width
        // The initializer below would write to the storage that all empty arrays of all threads share.
        guard count > 0 else {
            marks = []
            return
        }
        marks = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            for guess in 0..<words.count {
                columns.writeMarks(of: guess, to: buffer.extracting(guess * width..<(guess + 1) * width))
            }
            filled = count
        }
    }

    var allAnswers: ArraySlice<UInt16> { Array(0..<UInt16(answers.count))[...] }

    /// The `guesses` that hard mode allows after `guess` has left `part`.
    func allowed(_ guesses: [Int], after guess: Int, _ part: ArraySlice<UInt16>) -> [Int] {
        guard let answer = part.first,
            let row = GuessRow(Array(words[guess]), WordMarks(code: code(guess, answer)))
        else { return guesses }
        let requirements = HardMode.Requirements(row)
        return guesses.filter { requirements.violation(by: words[$0]) == nil }
    }

    func code(_ guess: Int, _ answer: UInt16) -> UInt8 { marks[guess * answers.count + Int(answer)] }

    /// The parts into which the marks of `guess` divide `group`, largest first, without `guess` itself.
    func parts(of group: ArraySlice<UInt16>, by guess: Int) -> [ArraySlice<UInt16>] {
        let keys = group.map { UInt32(code(guess, $0)) << 16 | UInt32($0) }.sorted()
        let sorted = keys.map { UInt16(truncatingIfNeeded: $0) }
        var (parts, start) = ([ArraySlice<UInt16>](), 0)
        for end in 1...keys.count where end == keys.count || keys[end] >> 16 != keys[start] >> 16 {
            if keys[start] >> 16 != WordMarks.solved.code { parts.append(sorted[start..<end]) }
            start = end
        }
        return parts.sorted { $0.count > $1.count }
    }

    /// Calls `visit` with the tally of each of `guesses` for `group` until it returns false.
    func tally(
        _ group: ArraySlice<UInt16>, by guesses: some Sequence<Int>, _ costs: GroupCost,
        _ visit: (Int, Tally) -> Bool
    ) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: WordMarks.count) { sizes in
            sizes.initialize(repeating: 0)
            withBuffers(group, costs) { marks, group, increments in
                for guess in guesses {
                    let row = marks.extracting(guess * answers.count..<(guess + 1) * answers.count)
                    guard visit(guess, Tally(row, group, increments, sizes)) else { return }
                }
            }
        }
    }

    private func withBuffers(
        _ group: ArraySlice<UInt16>, _ costs: GroupCost,
        _ work: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt16>, UnsafeBufferPointer<Int>) -> Void
    ) {
        marks.withUnsafeBufferPointer { marks in
            group.withUnsafeBufferPointer { group in
                costs.increments.withUnsafeBufferPointer { increments in work(marks, group, increments) }
            }
        }
    }
}

/// The estimated cost of a group after one guess.
struct Tally {
    /// The total cost of the parts; the guess itself, if it is an answer, costs nothing more.
    let cost: Int
    /// Whether the guess is a possible answer.
    let isAnswer: Bool

    /// Counts the part sizes in `sizes`, a scratch buffer that is all zeros before and after.
    @inline(__always)
    init(
        _ row: UnsafeBufferPointer<UInt8>, _ group: UnsafeBufferPointer<UInt16>,
        _ increments: UnsafeBufferPointer<Int>, _ sizes: UnsafeMutableBufferPointer<UInt16>
    ) {
        var cost = 0
        for answer in group {
            let code = Int(row[Int(answer)])
            cost += increments[Int(sizes[code])]
            sizes[code] += 1
        }
        isAnswer = sizes[Int(WordMarks.solved.code)] > 0
        for answer in group { sizes[Int(row[Int(answer)])] = 0 }
        self.cost = isAnswer ? cost - increments[0] : cost
    }
}

/// Answers laid out in columns, so that adding five columns marks a guess against all answers at once.
struct MarkColumns {
    private typealias Column = UnsafeBufferPointer<UInt8>

    private let words: GuessWords
    /// The number of answers.
    private let count: Int
    /// For each place, letter and answer, the contribution to the mark code.
    ///
    /// It is the weight of the place if the answer contains the letter, and twice that if it has the letter
    /// there.
    private let addends: [UInt8]
    /// For each letter, the answers that contain it, with the number of copies.
    private let holders: [[(answer: Int, copies: Int)]]

    /// Creates the columns for the words with the numbers `answers`.
    init(_ words: GuessWords, answers: [Int]) {
        let count = answers.count
        var addends = [UInt8](repeating: 0, count: CellIndex.side * words.letterCount * count)
        var holders = [[(answer: Int, copies: Int)]](repeating: [], count: words.letterCount)
        for (number, answer) in answers.enumerated() {
            let answer = words[answer]
            for letter in Set(answer) {
                holders[Int(letter)].append((number, answer.count { $0 == letter }))
                for (place, code) in answer.enumerated() {
                    let addend = Self.weights[place] * (code == letter ? 2 : 1)
                    addends[(place * words.letterCount + Int(letter)) * count + number] = addend
                }
            }
        }
        self.words = words
        self.count = count
        self.addends = addends
        self.holders = holders
    }

    /// Writes the mark codes of `guess` against all answers to `row`, which has one element for each answer.
    ///
    /// - Complexity: O(answers), about one nanosecond for each.
    func writeMarks(of guess: Int, to row: UnsafeMutableBufferPointer<UInt8>) {
        addends.withUnsafeBufferPointer { addends in
            let (a, b, c) = (column(0, guess, addends), column(1, guess, addends), column(2, guess, addends))
            let (d, e) = (column(3, guess, addends), column(4, guess, addends))
            for answer in 0..<count {
                row[answer] = a[answer] &+ b[answer] &+ c[answer] &+ d[answer] &+ e[answer]
            }
            for letter in words.repeats[guess] {
                removeExtraNears(letter, letter.places.map { column($0, guess, addends) }, row)
            }
        }
    }

    /// Corrects the codes for a letter that the guess has more often than the answer.
    ///
    /// The columns mark every copy of it as near; only as many as the answer has left may stay.
    private func removeExtraNears(
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

    private func column(_ place: Int, _ guess: Int, _ addends: Column) -> Column {
        let start = (place * words.letterCount + words[guess, place: place]) * count
        return addends.extracting(start..<start + count)
    }

    /// The contribution of a near mark to the code, by place.
    private static let weights: [UInt8] = [81, 27, 9, 3, 1]
}
