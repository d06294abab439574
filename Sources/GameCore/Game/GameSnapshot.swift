/// What a game's events have come to, to start from instead of the first event.
///
/// A snapshot is a convenience, never the truth: whoever cannot read one replays the events.
public struct GameSnapshot: Codable, Equatable, Sendable {
    /// Changes whenever what a snapshot holds or means changes; those of other versions are of no use.
    public static let version = 1

    /// What one cell holds; its kind comes from the setup.
    struct Cell: Codable, Equatable, Sendable {
        let letter: Letter?
        let stamp: CellStamp
    }

    let state: GameState
    /// The cells of each board, in order.
    let boards: [[Cell]]

    /// What `picture` shows.
    public init(of picture: GamePicture) {
        state = picture.state
        boards = picture.boards.map { board in
            CellIndex.all.map { Cell(letter: board.object(at: $0).letter, stamp: board.stamp(at: $0)) }
        }
    }

    /// The number of the last event that is in it.
    public var sequence: SequenceNumber { state.sequence }
}
