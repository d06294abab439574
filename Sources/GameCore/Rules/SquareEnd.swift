/// How a word square ends.
public enum SquareEnd: String, Sendable {
    /// After 25 letters that all have placed.
    case shared
    /// After 24 letters each fills the last cell with one of their own.
    case freeLast = "free-last"
}
