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
    /// Everything that is not on the boards.
    public private(set) var state: GameState
    /// The boards, in order of their number.
    public private(set) var boards: [BoardPicture]

    /// What `game` shows now.
    public init(of game: Game) {
        setup = game.setup
        isOpen = game.controller.rules.isOpen
        hasPrivateBoards = game.controller.rules.hasPrivateBoards
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
        if let start = state.round?.start { boards = start.boards.map { BoardPicture(of: $0) } }
        for (place, cells) in zip(boards.indices, snapshot.boards) { boards[place].takeOver(cells) }
    }

    /// The number of the last event.
    public var sequence: SequenceNumber { state.sequence }

    /// The fingerprint of the game as it stands.
    public var hash: StateHash { StateHash(sequence: sequence, boards: boards) }

    /// Whether `event` can be the next one, as far as numbers and the state tell.
    public func admits(_ event: GameEvent) -> Bool {
        guard event.sequence == sequence.next, state.admits(event.change) else { return false }
        guard case .cellChanged(let change) = event.change else { return true }
        guard let board = boards.numbered(change.board) else { return false }
        guard let owner = Seat(change.board) else { return true }
        let isFree = board.object(at: change.cell).letter == nil && change.value != nil
        let isLetter = state.round?.called.map { $0 == change.value } ?? true
        return isFree && isLetter && change.by == owner && state.round?.placing.contains(owner) == true
    }

    /// Takes back `event`, the last one, as far as what viewers may see of the boards depends on it.
    mutating func goBack(before event: GameEvent) {
        state.goBack(before: event)
        switch event.change {
        case .gameStarted: boards = []
        case .cellChanged(let change):
            guard let place = boards.firstIndex(where: { $0.number == change.board }) else { break }
            boards[place].goBack(before: change)
        default: break
        }
    }

    /// Takes over the next event.
    public mutating func fold(_ event: GameEvent) {
        state.fold(event)
        switch event.change {
        case .gameStarted(let start): boards = start.boards.map { BoardPicture(of: $0) }
        case .cellChanged(let change):
            guard let place = boards.firstIndex(where: { $0.number == change.board }) else { break }
            boards[place].fold(change, at: event.sequence)
        default: break
        }
    }
}
