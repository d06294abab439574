/// Receives what happens in a cell.
///
/// Will may veto, did may not fail.
///
/// A cell does not know its place: the delegate looks the cell's index up on its board.
public protocol CellDelegate: AnyObject {
    /// Asked before the text changes; throwing refuses the edit and leaves the cell as it was.
    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation)
    /// Told after the text has changed.
    func cell(_ cell: Cell, didChangeFrom previous: Letter?)
}
