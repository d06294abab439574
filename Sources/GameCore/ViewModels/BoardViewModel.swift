/// The committed state of one board, which views observe.
public final class BoardViewModel {
    /// The board; listeners are called after each commit.
    public let board: Observable<BoardState>

    /// Creates a view model.
    public init(_ state: BoardState) {
        board = Observable(state)
    }

    /// Replaces the board and calls the listeners.
    public func show(_ state: BoardState) {
        board.value = state
    }
}
