/// The marks of every word against each answer of a group.
struct MarkTable: Sendable {
    /// The words: a guess is known by its number here.
    let words: GuessWords
    /// The numbers of the answers among the words: an answer is known by its place here.
    let answers: [Int]
    /// The codes of the marks, word by word.
    private let marks: [UInt8]

    /// The marks of `words` against those of them that have the numbers `answers`.
    ///
    /// - Complexity: O(words · answers), a nanosecond or two each.
    init(_ words: GuessWords, answers: [Int]) {
        let columns = MarkColumns(words, answers: answers)
        let width = answers.count
        self.words = words
        self.answers = answers
        let count = words.count * width
        // With nothing to fill, the standard library would write into the one empty array of all threads.
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

    /// All answers, as a group.
    var everything: ArraySlice<UInt16> { Array(0..<UInt16(answers.count))[...] }

    /// Those of `guesses` that hard mode allows when `guess` has left `part`.
    func allowed(_ guesses: [Int], after guess: Int, _ part: ArraySlice<UInt16>) -> [Int] {
        guard let answer = part.first,
            let row = GuessRow(Array(words[guess]), GuessMarks(code: code(guess, answer)))
        else { return guesses }
        let demand = HardMode.Demand(row)
        return guesses.filter { demand.violation(by: words[$0]) == nil }
    }

    /// The code of the marks of a guess against an answer.
    func code(_ guess: Int, _ answer: UInt16) -> UInt8 { marks[guess * answers.count + Int(answer)] }

    /// The parts of `group` that the marks of `guess` tell apart, larger ones first; without the guess
    /// itself.
    func parts(of group: ArraySlice<UInt16>, by guess: Int) -> [ArraySlice<UInt16>] {
        let keys = group.map { UInt32(code(guess, $0)) << 16 | UInt32($0) }.sorted()
        let sorted = keys.map { UInt16(truncatingIfNeeded: $0) }
        var (parts, start) = ([ArraySlice<UInt16>](), 0)
        for end in 1...keys.count where end == keys.count || keys[end] >> 16 != keys[start] >> 16 {
            if keys[start] >> 16 != GuessMarks.solved.code { parts.append(sorted[start..<end]) }
            start = end
        }
        return parts.sorted { $0.count > $1.count }
    }

    /// Shows `visit` what each of `guesses` leaves of `group`, as `costs` counts it, until it returns false.
    func tally(
        _ group: ArraySlice<UInt16>, by guesses: some Sequence<Int>, _ costs: GroupCost,
        _ visit: (Int, Tally) -> Bool
    ) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: GuessMarks.count) { sizes in
            sizes.initialize(repeating: 0)
            withBuffers(group, costs) { marks, group, growth in
                for guess in guesses {
                    let row = marks.extracting(guess * answers.count..<(guess + 1) * answers.count)
                    guard visit(guess, Tally(row, group, growth, sizes)) else { return }
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
                costs.growth.withUnsafeBufferPointer { growth in work(marks, group, growth) }
            }
        }
    }
}

/// What one guess leaves of a group.
struct Tally {
    /// What the parts cost together; a guess that is the answer is found by being made.
    let cost: Int
    /// Whether the guess can be the answer.
    let isAnswer: Bool

    /// Counts the parts in `sizes`, which is all zeros before and after.
    @inline(__always)
    init(
        _ row: UnsafeBufferPointer<UInt8>, _ group: UnsafeBufferPointer<UInt16>,
        _ growth: UnsafeBufferPointer<Int>, _ sizes: UnsafeMutableBufferPointer<UInt16>
    ) {
        var cost = 0
        for answer in group {
            let code = Int(row[Int(answer)])
            cost += growth[Int(sizes[code])]
            sizes[code] += 1
        }
        isAnswer = sizes[Int(GuessMarks.solved.code)] > 0
        for answer in group { sizes[Int(row[Int(answer)])] = 0 }
        self.cost = isAnswer ? cost - growth[0] : cost
    }
}

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
