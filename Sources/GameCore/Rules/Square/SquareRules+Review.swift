/// The cost of each cell of a word square.
///
/// The unit is points. A cell is worth the final points that can be expected after it, if the player goes on
/// by the value table of the hard bot. The next letter is luck: the worth of its best cell minus that of the
/// board before.
extension SquareRules: ReviewRules {
    /// A slip costs a tenth of the points of the longest word, a blunder two fifths: 0.5 and 2 of 5.
    static func thresholds(_ scoring: Scoring) -> GameReview.Thresholds {
        let most = scoring.points.values.max() ?? 0
        return GameReview.Thresholds(
            slip: Amount(thousandths: most * 100), blunder: Amount(thousandths: most * 400))
    }

    /// Reviews the letters of a full board; nil if the lexicon has changed since the start.
    public func review(of number: Int, in game: FinishedGame, _ cache: any BotCache) -> GameReview? {
        guard let words, let lexicon = game.lexicon, let round = game.state.round,
            lexicon.fingerprint == round.fingerprint, let owner = Seat(number),
            let final = game.state.boards.numbered(number)
        else { return nil }
        let placed = game.events.placedLetters(on: number, lexicon.alphabet)
        guard placed.count == CellIndex.count, Set(placed.map(\.cell)).count == CellIndex.count else {
            return nil
        }
        let scorer = BoardScorer(lexicon, words.scoring)
        let kind = SquareBot.Kind(scorer, hasFreeLast: ending == .freeLast, level: .hard)
        let review = SquareReview(
            bot: cache.table(kind), scorer: scorer, hasFreeLast: ending == .freeLast, owner: owner)
        let (expected, moves) = review.moves(placed)
        return GameReview(
            .points, expected: expected, moves: moves, fields: Self.summary(of: scorer.score(final), final))
    }

    /// The points and the line with the most.
    private static func summary(of score: BoardScore, _ board: BoardState) -> Parameters {
        var values: [String: Parameters.Value] = ["points": .number(score.total), "bestLine": .null]
        if let best = score.lines.enumerated().max(by: { ($0.1.points, $1.0) < ($1.1.points, $0.0) })?.1,
            best.points > 0
        {
            values["bestLine"] = .group([
                "direction": .text(best.line.direction.rawValue), "index": .number(best.line.index),
                "points": .number(best.points),
                "words": .texts(best.counted.map { board.text(of: $0, in: best.line) }),
            ])
        }
        return Parameters(values)
    }
}

/// A letter on a board of a word square.
private struct PlacedLetter {
    let sequence: SequenceNumber
    let cell: CellIndex
    let letter: UInt8
}

extension [GameEvent] {
    fileprivate func placedLetters(on board: Int, _ alphabet: Alphabet) -> [PlacedLetter] {
        compactMap { event in
            guard case .cellChanged(let change) = event.change, change.board == board else { return nil }
            return PlacedLetter(
                sequence: event.sequence, cell: change.cell, letter: alphabet.code(of: change.value))
        }
    }
}

private struct SquareReview {
    /// A fixed seed, so that the same game has the same review on every server.
    private static let seed: UInt64 = 25

    let bot: SquareBot
    let scorer: BoardScorer
    let hasFreeLast: Bool
    let owner: Seat

    private struct Choice {
        let cell: CellIndex
        let letter: UInt8
        let expected: Amount
    }

    func moves(_ placed: [PlacedLetter]) -> (expected: Amount, moves: [GameReview.Move]) {
        let start = Amount(rounding: bot.expectedPoints(seed: Self.seed))
        let thresholds = SquareRules.thresholds(scorer.scoring)
        var (board, worth, moves) = (CodedBoard(), start, [GameReview.Move]())
        for (number, letter) in placed.enumerated() {
            let (played, best) = choices(letter, on: board, number)
            moves.append(
                GameReview.Move(
                    letter.sequence, by: owner, played: values(played), best: values(best),
                    loss: best.expected - played.expected, luck: best.expected - worth, marks: thresholds))
            board.put(letter.letter, in: letter.cell)
            worth = played.expected
        }
        return (start, moves)
    }

    private func choices(
        _ placed: PlacedLetter, on board: CodedBoard, _ number: Int
    ) -> (played: Choice, best: Choice) {
        guard number < CellIndex.count - 1 else { return last(placed, on: board) }
        let results = bot.review(
            of: placed.letter, placedOn: placed.cell, of: board, seed: Self.seed &+ UInt64(number))
        func choice(_ result: PlacementSurvey.Result) -> Choice {
            Choice(cell: result.cell, letter: placed.letter, expected: Amount(rounding: result.expected))
        }
        guard let played = results.first(where: { $0.cell == placed.cell }), let best = results.first else {
            let nothing = Choice(cell: placed.cell, letter: placed.letter, expected: .zero)
            return (nothing, nothing)
        }
        return (choice(played), choice(played.isProvedWorse(than: best) ? best : played))
    }

    /// The last cell with its actual points, and with the best letter for it if players choose that letter.
    private func last(_ placed: PlacedLetter, on board: CodedBoard) -> (played: Choice, best: Choice) {
        func choice(_ letter: UInt8) -> Choice {
            var full = board
            full.put(letter, in: placed.cell)
            return Choice(cell: placed.cell, letter: letter, expected: Amount(scorer.total(full)))
        }
        let played = choice(placed.letter)
        let letters = hasFreeLast ? (1...scorer.lexicon.alphabet.count).map { UInt8($0) } : []
        let best = letters.map(choice).max { ($0.expected, $1.letter) < ($1.expected, $0.letter) }
        return (played, best.map { $0.expected > played.expected ? $0 : played } ?? played)
    }

    private func values(_ choice: Choice) -> Parameters {
        Parameters([
            "cell": .number(choice.cell.position), "expected": .amount(choice.expected),
            "letter": .text(scorer.lexicon.alphabet.letter(choice.letter)?.text ?? ""),
        ])
    }
}
