/// The cost of each swap of a lattice.
///
/// The unit is swaps. A swap costs one if the shortest solution is as long after it as before, and two if it
/// is longer. There is no luck.
extension LatticeRules: ReviewRules {
    static let thresholds = GameReview.Thresholds(slip: Amount(1), blunder: Amount(2))

    /// Reviews the swaps, and shows a shortest solution of the start.
    public func review(of number: Int, in game: FinishedGame, _ cache: any BotCache) -> GameReview? {
        guard game.state.boards.numbered(number) != nil, game.state.start != nil else { return nil }
        let goal = solutionCodes
        let start = codes(of: layout.map(\.letter))
        let least = Lattice.leastSwaps(from: start, to: goal)
        var (board, left) = (start, least)
        let swaps = game.events.swaps(on: number)
        let moves = swaps.map { swap in
            let best = Lattice.bestSwap(on: board, to: goal)
            board.swapAt(swap.pair.from.position, swap.pair.to.position)
            let after = Lattice.leastSwaps(from: board, to: goal)
            defer { left = after }
            let isBest = after < left
            return GameReview.Move(
                swap.sequence, by: swap.seat, played: swap.pair.values,
                best: (isBest ? swap.pair : best ?? swap.pair).values,
                fields: Parameters(["least": .list([.number(left), .number(after)])]),
                loss: Amount(1 + after - left), marks: Self.thresholds)
        }
        return GameReview(
            .swaps, expected: Amount(least), moves: moves,
            fields: Parameters([
                "least": .number(least), "made": .number(swaps.count), "left": .number(left),
                "shortest": .list(
                    Lattice.shortestSwaps(from: start, to: goal).map { .group($0.values) }),
            ]))
    }
}

extension Lattice {
    /// Two cells whose letters change places.
    struct Swap: Equatable {
        let from: CellIndex
        let to: CellIndex

        var values: Parameters {
            Parameters(["from": .number(from.position), "to": .number(to.position)])
        }
    }

    /// A shortest way from `board` to `solution`, which has the same letters.
    ///
    /// - Complexity: that of ``leastSwaps(from:to:)``, some hundred times at most.
    static func shortestSwaps(from board: [UInt8], to solution: [UInt8]) -> [Swap] {
        var (board, swaps) = (board, [Swap]())
        while let swap = bestSwap(on: board, to: solution) {
            board.swapAt(swap.from.position, swap.to.position)
            swaps.append(swap)
        }
        return swaps
    }

    /// The first swap of a shortest way from `board` to `solution`; nil if they are equal.
    ///
    /// Some shortest way puts a letter in its place with every swap, so no others are tried: those that put
    /// two there come first.
    static func bestSwap(on board: [UInt8], to solution: [UInt8]) -> Swap? {
        let misplaced = cells.filter { board[$0.position] != solution[$0.position] }
        let pairs = misplaced.flatMap { from in
            misplaced.compactMap { to -> (swap: Swap, isDouble: Bool)? in
                guard from != to, board[from.position] == solution[to.position] else { return nil }
                return (Swap(from: from, to: to), board[to.position] == solution[from.position])
            }
        }
        let least = leastSwaps(from: board, to: solution)
        let ordered = pairs.filter(\.isDouble) + pairs.filter { !$0.isDouble }
        return ordered.first { pair in
            var after = board
            after.swapAt(pair.swap.from.position, pair.swap.to.position)
            return leastSwaps(from: after, to: solution) < least
        }?.swap
    }
}

extension [GameEvent] {
    /// The swaps on a board: two changes each.
    fileprivate func swaps(on board: Int) -> [(sequence: SequenceNumber, seat: Seat?, pair: Lattice.Swap)] {
        let changes = compactMap { event -> (sequence: SequenceNumber, change: CellChange)? in
            guard case .cellChanged(let change) = event.change, change.board == board, change.cause == .swap
            else { return nil }
            return (event.sequence, change)
        }
        return stride(from: 1, to: changes.count, by: 2).map { second in
            let (from, to) = (changes[second - 1].change, changes[second])
            return (to.sequence, to.change.by, Lattice.Swap(from: from.cell, to: to.change.cell))
        }
    }
}
