/// A whole game as it was at one moment: a value that can be kept and folded forward, event by event.
///
/// What viewers are shown is the picture of the committed events, never the live game, which may be ahead.
public struct GamePicture: Sendable {
    /// What the game started from.
    public let setup: GameSetup
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// Everything that is not on the boards.
    public private(set) var state: GameState
    /// The boards, in order of their number.
    public private(set) var boards: [BoardPicture]

    /// What `game` shows now.
    public init(of game: Game) {
        setup = game.setup
        isOpen = game.controller.rules.isOpen
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
        for (place, cells) in zip(boards.indices, snapshot.boards) { boards[place].takeOver(cells) }
    }

    /// The number of the last event.
    public var sequence: SequenceNumber { state.sequence }

    /// The fingerprint of the game as it stands.
    public var hash: StateHash { StateHash(sequence: sequence, boards: boards) }

    /// Whether `event` can be the next one, as far as numbers and the state tell.
    public func admits(_ event: GameEvent) -> Bool {
        guard event.sequence == sequence.next, state.admits(event.change) else { return false }
        if case .cellChanged(let change) = event.change { return boards.indices.contains(change.board) }
        return true
    }

    /// Takes over the next event.
    public mutating func fold(_ event: GameEvent) {
        state.fold(event)
        if case .cellChanged(let change) = event.change, boards.indices.contains(change.board) {
            boards[change.board].fold(change, at: event.sequence)
        }
    }
}
