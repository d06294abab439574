import GameCore
import GameJSON
import GameStore

nonisolated extension BoardState {
    /// Five lines, each ended: `.` is empty, `#` a block.
    var plainText: String { lines + "\n" }
}
