/// A whole game as it was at one moment: a value that can be kept and folded forward, event by event.
///
/// What viewers are shown is the picture of the committed events, never the live game, which may be ahead.
public struct GamePicture: Sendable {
    /// What the game started from.
    public let setup: GameSetup
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// Whether everybody has a board of their own, which nobody else sees before the end.
    public let hasPrivateBoards: Bool
    /// Whether everybody is told what the rules have said of letters that are hidden.
    public let tellsHiddenMarks: Bool
    /// Whether letters are called in such a game.
    private let callsLetters: Bool
    /// What each board shows before anything has happened; none for empty cells.
    private let layout: [any CellObject]
    /// Everything that is not on the boards.
    public private(set) var state: GameState
    /// The boards, in order of their number.
    public private(set) var boards: [BoardPicture]

    /// What `game` shows now.
    public init(of game: Game) {
        setup = game.setup
        isOpen = game.controller.rules.isOpen
        hasPrivateBoards = game.controller.rules.hasPrivateBoards
        tellsHiddenMarks = game.controller.rules.tellsHiddenMarks
        layout = game.controller.rules.layout
        callsLetters = game.controller.rules.end != nil
        state = game.state
        boards = game.controller.boards.map { BoardPicture(of: $0) }
    }

    /// The game before its first event.
    ///
    /// - Throws: `unknown-rules`, or what the rules say of the options.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        self.init(of: try Game(setup))
    }

    /// The game as `snapshot` has kept it.
    ///
    /// - Throws: as for the setup.
    public init(_ setup: GameSetup, _ snapshot: GameSnapshot) throws(RuleViolation) {
        try self.init(setup)
        state = snapshot.state
        if let start = state.start { begin(start) }
        for (place, cells) in zip(boards.indices, snapshot.boards) { boards[place].takeOver(cells) }
    }

    /// The number of the last event.
    public var sequence: SequenceNumber { state.sequence }

    /// The fingerprint of the game as it stands.
    public var hash: StateHash { StateHash(sequence: sequence, boards: boards) }

    /// Whether `event` can be the next one, as far as numbers and the state tell.
    public func admits(_ event: GameEvent) -> Bool {
        guard event.sequence == sequence.next, state.admits(event.change) else { return false }
        return switch event.change {
        case .cellChanged(let change): admits(change)
        case .cellsMarked(let marks): admits(marks)
        case .boardWrong(let board): boards.numbered(board) != nil
        case .boardFinished(let end): boards.numbered(end.board) != nil
        case .gameStarted(let start):
            start.order.isEmpty != hasPrivateBoards && (start.letters != nil) == callsLetters
        default: true
        }
    }

    private func admits(_ change: CellChange) -> Bool {
        guard let object = boards.numbered(change.board)?.object(at: change.cell),
            change.value == nil || object.reading(change.value?.text ?? "") == change.value
        else { return false }
        guard let owner = Seat(change.board) else { return state.end(of: change.board) == nil }
        guard let round = state.round else {
            return change.by == owner && state.end(of: owner.number) == nil
        }
        let isFree = object.letter == nil && change.value != nil
        let isLetter = round.called.map { $0 == change.value } ?? true
        return isFree && isLetter && change.by == owner && round.placing.contains(owner)
    }

    private func admits(_ marks: CellMarks) -> Bool {
        guard let board = boards.numbered(marks.board), state.end(of: marks.board) == nil else {
            return false
        }
        return marks.cells.allSatisfy { marked in
            let object = board.object(at: marked.cell)
            return object.mark?.locks != true && object.marked(marked.mark).mark == marked.mark
        }
    }

    /// Shows the boards of a game that begins so; those of a shared game are there already.
    private mutating func begin(_ start: GameStart) {
        if hasPrivateBoards { boards = start.boards(layout: layout).map { BoardPicture(of: $0) } }
    }

    /// Takes back `event`, the last one, as far as what viewers may see of the boards depends on it.
    mutating func goBack(before event: GameEvent) {
        state.goBack(before: event)
        switch event.change {
        case .gameStarted: if hasPrivateBoards { boards = [] }
        case .cellChanged(let change):
            guard let place = boards.firstIndex(where: { $0.number == change.board }) else { break }
            boards[place].goBack(before: change)
        default: break
        }
    }

    /// Holds `state`, which the live game holds too, in place of an equal one of its own; nothing else when
    /// the game is ahead.
    public mutating func share(_ state: GameState) {
        guard state.sequence == sequence else { return }
        assert(state == self.state, "what was folded is not what has happened")
        self.state = state
    }

    /// Takes over the next event.
    public mutating func fold(_ event: GameEvent) {
        state.fold(event)
        switch event.change {
        case .gameStarted(let start): begin(start)
        case .cellChanged(let change):
            guard let place = boards.firstIndex(where: { $0.number == change.board }) else { break }
            boards[place].fold(change, at: event.sequence)
        case .cellsMarked(let marks):
            guard let place = boards.firstIndex(where: { $0.number == marks.board }) else { break }
            boards[place].fold(marks, at: event.sequence)
        default: break
        }
    }
}
