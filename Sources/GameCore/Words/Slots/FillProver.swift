/// Finds which words and letters of a board occur in a complete fill, each proved by a fill that has it.
///
/// One fill proves a word of each slot and a letter of each cell, so the search tries words without a fill
/// first. A word or letter that a full search refutes is removed from the board, which makes later searches
/// shorter. On a board that is symmetric in its main diagonal, a fill also proves its reflection.
struct FillProver {
    /// The outcome of a question.
    ///
    /// `open` means that the question has taken its steps; `stopped`, that all questions have taken theirs or
    /// that the caller wants to stop.
    enum Answer { case yes, no, open, stopped }

    /// The steps of a search in each round: hard questions wait until the easy ones are answered.
    private static let rounds = [32, 512, 8192, Int.max]

    private struct LetterQuestion {
        let slot: Int
        let place: Int
        let letter: Int
    }

    private var search: SlotSearch
    /// The steps after which hard questions are left undecided.
    private let steps: Int
    private var mayRest = false
    /// For each cell the letters that a fill has there, `letterWidth` units each.
    private var letters: [UInt64]

    private var grid: SlotGrid { search.grid }

    init(_ grid: SlotGrid, steps: Int) {
        search = SlotSearch(grid)
        self.steps = steps
        letters = Array(repeating: 0, count: CellIndex.count * grid.letterWidth)
    }

    /// Whether a fill has the word in the slot.
    func isProved(word: Int, in slot: Int) -> Bool {
        search.known[grid.slots[slot].first + word / 64] >> UInt64(word % 64) & 1 == 1
    }

    /// Whether a fill has the letter in the cell.
    func isProved(letter: Int, in cell: Int) -> Bool {
        letters[cell * grid.letterWidth + letter / 64] >> UInt64(letter % 64) & 1 == 1
    }

    /// The words of a slot that are not refuted: the lowest rank first, and within a rank the words that
    /// leave the most words to the crossing slots.
    func order(of slot: Int, rank: (Int) -> Int) -> [Int] {
        let words = grid.slots[slot].words
        let promise = search.root.promise(of: slot)
        let open = (0..<words.count).filter { search.root.contains($0, in: slot) }
        let ranked = open.map { word in
            let left = words.word(word).enumerated().map {
                promise[$0.offset * grid.letters + Int($0.element)]
            }
            return (word: word, rank: rank(word), left: left.reduce(0, +))
        }
        return ranked.sorted {
            ($0.rank, -$0.left, $0.word) < ($1.rank, -$1.left, $1.word)
        }.map(\.word)
    }

    /// The number of words that are neither proved nor refuted.
    var openWords: Int {
        grid.slots.indices.reduce(0) { open, slot in
            let entry = grid.slots[slot]
            return (entry.first..<entry.first + entry.words.width).reduce(open) {
                $0 + (search.root.words[$1] & ~search.known[$1]).nonzeroBitCount
            }
        }
    }

    // MARK: Questions

    /// Whether the board has a fill.
    mutating func findFill(_ shouldStop: () -> Bool) -> Answer {
        guard search.root.settle((1 << UInt32(grid.slots.count)) &- 1) else { return .no }
        return solve(limit: .max, shouldStop) { _ in true }
    }

    /// Decides which letters a fill has in each empty cell, and which words of each slot are the first
    /// `wanted` ones that a fill has.
    ///
    /// Returns false if it was stopped or ran out of steps before.
    /// The easy questions come first, whatever they cost. The others are left undecided once all searches
    /// have taken ``steps``.
    ///
    /// - Parameter order: The words of each slot.
    mutating func decide(_ order: [[Int]], first wanted: Int, _ shouldStop: () -> Bool) -> Bool {
        var open = letterQuestions
        for (round, limit) in Self.rounds.enumerated() {
            mayRest = round > 0
            guard decideLetters(&open, limit, shouldStop) else { return false }
            switch decideWords(order, first: wanted, limit, shouldStop) {
            case .stopped: return false
            case .open: break
            case .yes, .no: if open.isEmpty { return true }
            }
        }
        return false
    }

    /// Decides which words of each slot a fill has; false if it was stopped or out of steps before.
    ///
    /// - Parameter order: The words of each slot.
    mutating func decideAllWords(_ order: [[Int]], _ shouldStop: () -> Bool) -> Bool {
        mayRest = true
        for limit in Self.rounds {
            switch decideWords(order, first: .max, limit, shouldStop) {
            case .stopped: return false
            case .open: break
            case .yes, .no: return true
            }
        }
        return false
    }

    /// A question for each letter of each empty cell of a slot.
    private var letterQuestions: [LetterQuestion] {
        (0..<CellIndex.count).filter { grid.given[$0] == nil }.flatMap { cell -> [LetterQuestion] in
            guard let slot = grid.slots.firstIndex(where: { $0.cells.contains(cell) }),
                let place = grid.slots[slot].cells.firstIndex(of: cell)
            else { return [] }
            return (0..<grid.letters).map { LetterQuestion(slot: slot, place: place, letter: $0) }
        }
    }

    /// Decides questions about letters, and leaves those that are open after `limit` steps each; false if it
    /// was stopped before.
    private mutating func decideLetters(
        _ questions: inout [LetterQuestion], _ limit: Int, _ shouldStop: () -> Bool
    ) -> Bool {
        var open: [LetterQuestion] = []
        for question in questions {
            switch decide(question, limit, shouldStop) {
            case .open: open.append(question)
            case .stopped: return false
            case .yes, .no: break
            }
        }
        questions = open
        return true
    }

    private mutating func decideWords(
        _ order: [[Int]], first wanted: Int, _ limit: Int, _ shouldStop: () -> Bool
    ) -> Answer {
        var isDecided = true
        for slot in grid.slots.indices {
            switch decideWords(of: slot, order[slot], first: wanted, limit, shouldStop) {
            case .stopped: return .stopped
            case .open: isDecided = false
            case .yes, .no: break
            }
        }
        return isDecided ? .yes : .open
    }

    private mutating func decideWords(
        of slot: Int, _ order: [Int], first wanted: Int, _ limit: Int, _ shouldStop: () -> Bool
    ) -> Answer {
        var (proved, isDecided) = (0, true)
        for word in order where search.root.contains(word, in: slot) {
            guard proved < wanted else { break }
            switch isProved(word: word, in: slot) ? .yes : decide(word, in: slot, limit, shouldStop) {
            case .yes: proved += 1
            case .no: break
            case .open: isDecided = false
            case .stopped: return .stopped
            }
        }
        return isDecided ? .yes : .open
    }

    // MARK: One question

    private mutating func decide(
        _ word: Int, in slot: Int, _ limit: Int, _ shouldStop: () -> Bool
    ) -> Answer {
        let answer = solve(limit: limit, shouldStop) { state in
            state.assign(word, to: slot)
            return state.settle(1 << UInt32(slot))
        }
        if answer == .no { refute(slot) { root, slot in root.remove(word, from: slot) } }
        return answer
    }

    private mutating func decide(
        _ question: LetterQuestion, _ limit: Int, _ shouldStop: () -> Bool
    ) -> Answer {
        let (slot, place, letter) = (question.slot, question.place, question.letter)
        guard !isProved(letter: letter, in: grid.slots[slot].cells[place]) else { return .yes }
        let answer = solve(limit: limit, shouldStop) { state in
            state.require(letter, at: place, of: slot)
            return state.settle(1 << UInt32(slot))
        }
        if answer == .no { refute(slot) { root, slot in root.forbid(letter, at: place, of: slot) } }
        return answer
    }

    /// Removes from a slot, and from its reflection, a word or a letter that no fill has.
    private func refute(_ slot: Int, _ take: (FillState, Int) -> Void) {
        var changed = UInt32(1) << UInt32(slot)
        take(search.root, slot)
        if let twin = grid.mirrored?[slot] {
            take(search.root, twin)
            changed |= 1 << UInt32(twin)
        }
        // The board has a fill, so it stays consistent.
        _ = search.root.settle(changed)
    }

    private mutating func solve(
        limit: Int, _ shouldStop: () -> Bool, _ restrict: (FillState) -> Bool
    ) -> Answer {
        let limit = mayRest ? min(limit, steps - search.effort) : limit
        guard limit > 0 else { return .stopped }
        var fill: [Int]?
        let outcome = search.run(limit: limit, shouldStop, restrict: restrict) { found in
            fill = found
            return false
        }
        if let fill { record(fill) }
        switch outcome {
        case .found: return .yes
        case .exhausted: return .no
        case .outOfSteps: return .open
        case .stopped: return .stopped
        }
    }

    /// Marks the words and letters of a fill as proved.
    private mutating func record(_ fill: [Int]) {
        for (slot, word) in fill.enumerated() {
            record(word, in: slot)
            if let twin = grid.mirrored?[slot] { record(word, in: twin) }
        }
    }

    private mutating func record(_ word: Int, in slot: Int) {
        let entry = grid.slots[slot]
        search.known[entry.first + word / 64] |= 1 << UInt64(word % 64)
        for (place, cell) in entry.cells.enumerated() {
            let letter = Int(entry.words.codes[word * entry.words.length + place])
            letters[cell * grid.letterWidth + letter / 64] |= 1 << UInt64(letter % 64)
        }
    }
}
