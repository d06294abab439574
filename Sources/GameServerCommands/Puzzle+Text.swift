import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

nonisolated extension Puzzle {
    /// The solved board, then the clues with their answers, as plain text.
    func plainText(title: String) -> String {
        let board = solution.lines.split(separator: "\n").map { line in
            "  " + line.map(String.init).joined(separator: " ")
        }
        let across = ["Across"] + clues.filter { $0.slot.direction == .across }.map(line)
        let down = ["Down"] + clues.filter { $0.slot.direction == .down }.map(line)
        return ([title, ""] + board + [""] + across + [""] + down).joined(separator: "\n") + "\n"
    }

    /// The puzzle as an ipuz document on one line.
    var ipuzText: String { String(decoding: PuzzleFile.write(self, as: .ipuz), as: UTF8.self) }

    private func line(_ clue: Clue) -> String {
        let number = String(clue.slot.number)
        let space = String(repeating: " ", count: max(3 - number.count, 0))
        return "\(space)\(number). \(clue.text)  [\(answer(of: clue.slot))]"
    }
}
