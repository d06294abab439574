/// What a screen shows of one board: a picture that listeners bind to and that changes after the commit only.
public final class BoardViewModel {
    /// The board as last announced.
    public let board: Observable<BoardState>

    /// A view model that shows `picture` first.
    public init(_ picture: BoardState) {
        board = Observable(picture)
    }

    /// Shows `picture` from now on.
    public func show(_ picture: BoardState) {
        board.value = picture
    }
}
