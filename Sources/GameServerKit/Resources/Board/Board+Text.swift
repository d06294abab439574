import GameCore
import GameJSON
import GameStore

nonisolated extension BoardState {
    /// Five lines of text, in which `.` is an empty cell and `#` a block.
    var plainText: String { lines + "\n" }
}
