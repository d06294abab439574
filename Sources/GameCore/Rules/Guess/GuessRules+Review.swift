/// The cost of each guess at a hidden word.
///
/// The unit is guesses. The value of a guess is the number of guesses that can be expected with it, itself
/// included: the mean over all words that were still possible (``GuessValues``). Its marks are luck: they
/// leave fewer guesses than expected, or more. A word that is not found costs one guess more than there are
/// rows.
extension GuessRules: ReviewRules {
    static let thresholds = GameReview.Thresholds(
        slip: Amount(thousandths: 150), blunder: Amount(thousandths: 500))

    /// Reviews the submitted rows; nil without the lexicon, or if that is too large.
    public func review(of number: Int, in game: FinishedGame, _ cache: any BotCache) -> GameReview? {
        guard let lexicon = game.lexicon, game.state.boards.numbered(number) != nil else { return nil }
        let alphabet = lexicon.alphabet
        let hidden = word.map { alphabet.code(typed: String($0)) }
        let rows = game.events.submittedRows(on: number, alphabet)
        guard GuessValues.canHold(lexicon), !hidden.contains(0),
            rows.allSatisfy({ !$0.row.word.contains(0) })
        else { return nil }
        let values = values(lexicon, hidden, rows.map(\.row.word), cache)
        var review = GuessReview(values: values, isHard: isHard)
        return review.review(rows)
    }

    /// The values for the lexicon, or for more words if the game has used words that it lacks.
    private func values(
        _ lexicon: Lexicon, _ hidden: [UInt8], _ guesses: [[UInt8]], _ cache: any BotCache
    ) -> GuessValues {
        let common = cache.table(GuessValuesKind(lexicon: lexicon))
        guard !common.isPossible(hidden) || guesses.contains(where: { common.number(of: $0) == nil }) else {
            return common
        }
        return GuessValues(lexicon, others: guesses, hidden: hidden)
    }
}

/// A submitted row with the event that marked it.
private struct SubmittedRow {
    let sequence: SequenceNumber
    let seat: Seat?
    let row: GuessRow
}

extension [GameEvent] {
    fileprivate func submittedRows(on board: Int, _ alphabet: Alphabet) -> [SubmittedRow] {
        var (letters, rows) = ([CellIndex: UInt8](), [SubmittedRow]())
        for event in self {
            switch event.change {
            case .cellChanged(let change) where change.board == board:
                letters[change.cell] = alphabet.code(of: change.value)
            case .cellsMarked(let marks) where marks.board == board:
                let cells = marks.cells.sorted { $0.cell < $1.cell }
                guard
                    let row = GuessRow(cells.map { letters[$0.cell] ?? 0 }, WordMarks(cells.map(\.mark)))
                else { continue }
                rows.append(SubmittedRow(sequence: event.sequence, seat: marks.by, row: row))
            default: break
            }
        }
        return rows
    }
}

/// The review of one board, row by row.
private struct GuessReview {
    private let values: GuessValues
    private let isHard: Bool
    private var search: GuessValueSearch
    private var rows: [GuessRow] = []
    /// The words that are still possible.
    private var group: ArraySlice<UInt16>

    /// A row with the expectations before its marks were known.
    private struct Step {
        let row: SubmittedRow
        let played: Choice
        let best: Choice
        let remaining: [Int]
    }

    /// A guess with the number of guesses that can be expected with it, itself included.
    private struct Choice {
        let guess: Int
        let bits: Amount
        let expected: Amount
    }

    init(values: GuessValues, isHard: Bool) {
        self.values = values
        self.isHard = isHard
        search = values.search(isHard: isHard)
        group = values.table.allAnswers
    }

    /// The review of `rows`; nil if their marks contradict each other.
    mutating func review(_ rows: [SubmittedRow]) -> GameReview? {
        var steps: [Step] = []
        for row in rows {
            guard let step = step(row) else { return nil }
            steps.append(step)
        }
        let isSolved = rows.last?.row.marks == .solved
        let left = isSolved ? .zero : expectedNow()
        let worth = steps.map(\.best.expected) + [left]
        let moves = zip(steps, worth.dropFirst()).map { step, next in
            GameReview.Move(
                step.row.sequence, by: step.row.seat, played: fields(step.played), best: fields(step.best),
                fields: Parameters(["remaining": .list(step.remaining.map { .number($0) })]),
                loss: step.played.expected - step.best.expected,
                luck: step.played.expected - Amount(1) - next, marks: GuessRules.thresholds)
        }
        return GameReview(
            .guesses, expected: worth[0], moves: moves,
            fields: Parameters([
                "guesses": .number(rows.count), "left": .amount(left), "solved": .flag(isSolved),
            ]))
    }

    /// Rates the next row and reduces ``group`` to the words that its marks allow; nil if they allow none.
    private mutating func step(_ row: SubmittedRow) -> Step? {
        guard let guess = values.number(of: row.row.word) else { return nil }
        let before = group
        let played = choice(guess)
        let best = best().map { $0.expected < played.expected ? $0 : played } ?? played
        rows.append(row.row)
        group = group.filter { values.table.code(guess, $0) == row.row.marks.code }[...]
        guard !group.isEmpty else { return nil }
        return Step(row: row, played: played, best: best, remaining: [before.count, group.count])
    }

    /// The number of guesses that can be expected from the next row on.
    private mutating func expectedNow() -> Amount {
        rows.count < CellIndex.side ? best()?.expected ?? .zero : Amount(1)
    }

    private var rowsLeft: Int { CellIndex.side - rows.count }

    private mutating func best() -> Choice? {
        let found =
            rows.isEmpty && !isHard
            ? values.opening : search.best(for: group, rowsLeft: rowsLeft, among: allowed)
        return found.map { choice($0.guess, cost: $0.cost) }
    }

    private mutating func choice(_ guess: Int) -> Choice {
        choice(guess, cost: search.cost(of: guess, for: group, rowsLeft: rowsLeft, among: allowed))
    }

    private func choice(_ guess: Int, cost: Int) -> Choice {
        Choice(
            guess: guess, bits: values.bits(of: guess, for: group),
            expected: Amount(rounding: Double(cost) / Double(group.count)))
    }

    /// The numbers of the words that may be guessed next.
    private var allowed: [Int] {
        let words = values.table.words
        let requirements = isHard ? rows.map(HardMode.Requirements.init) : []
        return (0..<words.count).filter { number in
            requirements.allSatisfy { $0.violation(by: words[number]) == nil }
        }
    }

    private func fields(_ choice: Choice) -> Parameters {
        let word = values.table.words[choice.guess]
        return Parameters([
            "word": .text(values.lexicon.alphabet.text(word)), "bits": .amount(choice.bits),
            "expected": .amount(choice.expected),
        ])
    }
}
