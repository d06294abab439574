/// What a game's events have come to, to start from instead of the first event.
///
/// A snapshot is a convenience, never the truth: whoever cannot read one replays the events.
public struct GameSnapshot: Codable, Equatable, Sendable {
    /// Changes whenever what a snapshot holds or means changes; those of other versions are of no use.
    public static let version = 3

    /// What one cell holds; its kind comes from the setup.
    public struct Cell: Codable, Equatable, Sendable {
        /// The letter, or the letters.
        public let letter: String?
        /// What the rules have said of it.
        public let mark: CellMark?
        /// The seat that changed it last.
        public let by: Int?
        /// The event that changed it last.
        public let sequence: Int

        /// Short, because there are many of them.
        private enum CodingKeys: String, CodingKey {
            case letter = "l"
            case mark = "m"
            case by = "b"
            case sequence = "s"
        }

        init(_ object: any CellObject, _ stamp: CellStamp) {
            letter = object.letter?.text
            mark = object.mark
            by = stamp.by?.number
            sequence = stamp.sequence.value
        }

        /// The letter, or the letters.
        var entry: Letter? { letter.flatMap(Letter.init(rebus:)) }

        var stamp: CellStamp {
            CellStamp(by: by.flatMap(Seat.init(_:)), sequence: SequenceNumber(sequence) ?? .zero)
        }
    }

    /// Everything that is not on the boards.
    public let state: GameState
    /// The cells of each board, in order.
    public let boards: [[Cell]]

    /// What `picture` shows.
    public init(of picture: GamePicture) {
        state = picture.state
        boards = picture.boards.map { board in
            CellIndex.all.map { Cell(board.object(at: $0), board.stamp(at: $0)) }
        }
    }

    /// The number of the last event that is in it.
    public var sequence: SequenceNumber { state.sequence }
}
