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
