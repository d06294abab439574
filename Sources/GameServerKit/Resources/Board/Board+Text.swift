import GameCore
import GameJSON
import GameStore

nonisolated extension BoardPicture {
    /// Five lines, each ended: `.` is empty, `#` a block.
    var plainText: String { lines + "\n" }
}
