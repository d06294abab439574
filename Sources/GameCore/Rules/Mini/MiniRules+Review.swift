/// The time that each clue of a mini took.
///
/// The unit is seconds, and there is one move for each clue. The time between two letters belongs to the clue
/// of the second one. A clue is compared with the median of all boards on which the puzzle was solved without
/// help: more time is a loss, less time is luck.
extension MiniRules: ReviewRules {
    static let thresholds = GameReview.Thresholds(slip: Amount(10), blunder: Amount(30))
    /// The number of clues that the summary lists, the slowest ones.
    private static let slowest = 3

    /// True: the medians come from other games with the same puzzle.
    public var comparesGames: Bool { true }

    /// Reviews the clues in the order of the puzzle.
    public func review(of number: Int, in game: FinishedGame, _ cache: any BotCache) -> GameReview? {
        guard game.state.boards.numbered(number) != nil else { return nil }
        let slots = puzzle.clues.map(\.slot)
        let own = SolvingTimes(of: number, in: game.events, slots)
        let solves = ([game.events] + game.others).flatMap { events in
            events.solvedBoards.filter { events != game.events || $0 != number }.map { board in
                SolvingTimes(of: board, in: events, slots)
            }
        }
        let measured = solves + (game.events.solvedBoards.contains(number) ? [own] : [])
        let moves = slots.indices.map { slot in
            let seconds = own.clues[slot].time
            // A board is not compared with itself alone.
            let median = solves.isEmpty ? nil : Amount.median(measured.map { $0.clues[slot].time })
            return move(own.clues[slot], slots[slot], seconds, median)
        }
        let slow = moves.sorted { Self.seconds($0) > Self.seconds($1) }.prefix(Self.slowest)
        let expected = moves.reduce(Amount.zero) { sum, move in
            sum + Self.seconds(move) - move.loss + move.luck
        }
        return GameReview(
            .seconds, expected: expected, moves: moves,
            fields: Parameters([
                "slowest": .list(slow.map { .group($0.fields) }), "solvers": .number(measured.count),
            ]))
    }

    private func move(
        _ clue: SolvingTimes.Clue, _ slot: PuzzleSlot, _ seconds: Amount, _ median: Amount?
    ) -> GameReview.Move {
        let usual = median.map { Parameters.Value.amount($0) } ?? .null
        return GameReview.Move(
            clue.sequence, by: clue.seat, played: Parameters(["seconds": .amount(seconds)]),
            best: Parameters(["seconds": usual]),
            fields: Parameters([
                "clue": .text("\(slot.number)-\(slot.direction.rawValue)"), "seconds": .amount(seconds),
                "rewrites": .number(clue.rewrites), "median": usual,
            ]),
            loss: median.map { seconds - $0 } ?? .zero,
            luck: median.map { max($0 - seconds, .zero) } ?? .zero, marks: Self.thresholds)
    }

    private static func seconds(_ move: GameReview.Move) -> Amount {
        if case .amount(let seconds) = move.played.values["seconds"] { seconds } else { .zero }
    }
}

/// The time that went into each clue on one board.
private struct SolvingTimes {
    struct Clue {
        var time = Amount.zero
        var rewrites = 0
        /// The event of the last change in the clue; zero without any.
        var sequence = SequenceNumber.zero
        var seat: Seat?
    }

    private struct Change {
        let event: GameEvent
        let cell: CellChange
        let elapsed: Duration
    }

    private(set) var clues: [Clue]

    init(of board: Int, in events: [GameEvent], _ slots: [PuzzleSlot]) {
        clues = slots.map { _ in Clue() }
        var (clock, changes, end) = (PlayedTime(), [Change](), Duration.zero)
        loop: for event in events {
            clock.apply(event)
            switch event.change {
            case .cellChanged(let change) where change.board == board:
                changes.append(Change(event: event, cell: change, elapsed: clock.elapsed(at: event.time)))
            case .boardFinished(let result) where result.board == board:
                end = result.elapsed
                break loop
            case .gameFinished(let result): end = result.elapsed
            default: break
            }
        }
        add(changes, slots, end: end)
    }

    private mutating func add(_ changes: [Change], _ slots: [PuzzleSlot], end: Duration) {
        var (current, last, written) = (Int?.none, Duration.zero, [CellIndex: Letter]())
        for (number, change) in changes.enumerated() {
            let cell = change.cell.cell
            let near = [number - 1, number + 1].filter(changes.indices.contains).map { changes[$0].cell.cell }
            let through = slots.indices.filter { slots[$0].cells.contains(cell) }
            let found = through.max { one, other in
                rank(slots[one], one == current, near) < rank(slots[other], other == current, near)
            }
            for slot in through {
                clues[slot].sequence = change.event.sequence
                clues[slot].seat = change.cell.by
            }
            if let letter = change.cell.value {
                if let before = written[cell], before != letter {
                    for slot in through { clues[slot].rewrites += 1 }
                }
                written[cell] = letter
            }
            guard let found else { continue }
            current = found
            clues[found].time += Amount(seconds: change.elapsed) - Amount(seconds: last)
            last = max(last, change.elapsed)
        }
        if let current { clues[current].time += Amount(seconds: max(end, last)) - Amount(seconds: last) }
    }

    /// How well a slot fits the letters written before and after; in a tie, the clue of the last letter wins.
    private func rank(_ slot: PuzzleSlot, _ isCurrent: Bool, _ near: [CellIndex]) -> Int {
        2 * near.count(where: slot.cells.contains) + (isCurrent ? 1 : 0)
    }
}
