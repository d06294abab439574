/// The times and the rewrites of each cell of a task, over all boards that were solved without help.
public struct SolvingStatistics: Equatable, Sendable {
    /// One cell that somebody wrote into.
    public struct Cell: Equatable, Sendable {
        /// The index of the cell.
        public let cell: CellIndex
        /// The median time in seconds; a board's time is the sum of the times before each letter in the cell.
        public let seconds: Amount
        /// How often a letter in the cell was replaced by another one, on average over the boards.
        public let rewrites: Amount
    }

    /// The number of boards that were solved without help.
    public let boards: Int
    /// The cells in order; cells that nobody wrote into are left out.
    public let cells: [Cell]

    /// Reads the boards that were solved without help in `games`, each with all its events, oldest first.
    ///
    /// - Complexity: O(n log n) for n events.
    public init(_ games: [[GameEvent]]) {
        let solved = games.flatMap { events in
            events.solvedBoards.map { BoardTimes(of: $0, in: events) }
        }
        boards = solved.count
        cells = CellIndex.all.compactMap { cell in
            let written = solved.compactMap { $0.cells[cell] }
            guard let seconds = Amount.median(written.map(\.time)) else { return nil }
            let rewrites = written.reduce(0) { $0 + $1.rewrites }
            return Cell(
                cell: cell, seconds: seconds, rewrites: Amount(thousandths: rewrites * 1000 / written.count))
        }
    }
}

/// The time that went into each cell of one board.
private struct BoardTimes {
    struct Cell {
        var time = Amount.zero
        var rewrites = 0
        var letter: Letter?
    }

    private(set) var cells: [CellIndex: Cell] = [:]

    init(of board: Int, in events: [GameEvent]) {
        var (clock, last) = (PlayedTime(), Duration.zero)
        for event in events {
            clock.apply(event)
            guard case .cellChanged(let change) = event.change, change.board == board,
                let letter = change.value
            else { continue }
            let elapsed = clock.elapsed(at: event.time)
            var cell = cells[change.cell] ?? Cell()
            cell.time += Amount(seconds: elapsed) - Amount(seconds: last)
            if let before = cell.letter, before != letter { cell.rewrites += 1 }
            cell.letter = letter
            cells[change.cell] = cell
            last = max(last, elapsed)
        }
    }
}

extension [GameEvent] {
    /// The boards that were solved without help, by number.
    var solvedBoards: [Int] {
        var bots: Set<Int> = []
        return compactMap { event in
            if case .seatTaken(let player) = event.change, player.bot != nil {
                bots.insert(player.seat.number)
            }
            guard case .boardFinished(let result) = event.change, result.isSolved, !result.isAssisted,
                !bots.contains(result.board)
            else { return nil }
            return result.board
        }
    }
}

/// The time played, without pauses.
struct PlayedTime {
    private var started: Timestamp?
    private var paused: Timestamp?
    private var pauses = Duration.zero

    mutating func apply(_ event: GameEvent) {
        switch event.change {
        case .gameStarted: started = event.time
        case .gamePaused: paused = event.time
        case .gameResumed:
            pauses += paused.map { event.time - $0 } ?? .zero
            paused = nil
        default: break
        }
    }

    func elapsed(at time: Timestamp) -> Duration {
        started.map { max((paused ?? time) - $0 - pauses, .zero) } ?? .zero
    }
}
