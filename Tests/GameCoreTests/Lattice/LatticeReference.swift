/// A literal reading of the rules of `lattice`, on boards as text such as `ABBOT/L#A#W/LEDGE/O#G#E/TREAT`.
enum LatticeReference {
    private static let words =
        [0, 2, 4].map { row in (0..<5).map { row * 5 + $0 } }
        + [0, 2, 4].map { column in (0..<5).map { $0 * 5 + column } }

    /// The marks, drawn like a board: `h`, `n` and `m`.
    static func marks(_ board: String, against solution: String) -> String {
        let (board, solution) = (Array(board.filter { $0 != "/" }), Array(solution.filter { $0 != "/" }))
        var signs = board.map { $0 == "#" ? "#" : "m" }
        for word in words {
            var unused = word.filter { board[$0] != solution[$0] }.map { solution[$0] }
            for cell in word {
                if board[cell] == solution[cell] {
                    signs[cell] = "h"
                } else if let copy = unused.firstIndex(of: board[cell]) {
                    unused.remove(at: copy)
                    signs[cell] = "n"
                }
            }
        }
        return (0..<5).map { row in signs[row * 5..<row * 5 + 5].joined() }.joined(separator: "/")
    }

    /// The swaps of a shortest solution, as pairs of positions 0…24.
    ///
    /// Deepens the search one swap at a time. Some shortest solution fills the first wrong cell with each swap.
    static func shortestSolution(_ board: String, to solution: String) -> [(from: Int, to: Int)] {
        let (board, solution) = (Array(board.filter { $0 != "/" }), Array(solution.filter { $0 != "/" }))
        let wrong = zip(board, solution).count { $0 != $1 }
        for most in (wrong + 1) / 2...max(wrong, (wrong + 1) / 2) {
            if let swaps = swaps(board, solution, most: most) { return swaps }
        }
        return []
    }

    private static func swaps(
        _ board: [Character], _ solution: [Character], most: Int
    ) -> [(from: Int, to: Int)]? {
        let wrong = board.indices.filter { board[$0] != solution[$0] }
        guard let first = wrong.first else { return [] }
        // A swap corrects two cells at most.
        guard wrong.count <= 2 * most else { return nil }
        for cell in wrong where board[cell] == solution[first] {
            var next = board
            next.swapAt(first, cell)
            if let rest = swaps(next, solution, most: most - 1) { return [(first, cell)] + rest }
        }
        return nil
    }

    /// The number of ways to arrange the letters into six different `words`, with the right letters in place.
    static func arrangements(_ board: String, _ solution: String, words: [String]) -> Int {
        let (board, solution) = (Array(board.filter { $0 != "/" }), Array(solution.filter { $0 != "/" }))
        var fixed = zip(board, solution).map { $0 == $1 ? $0 : "." }
        var unused = zip(board, fixed).filter { $1 == "." }.map(\.0)
        var used: Set<String> = []
        // Down words between the across words, so that most letters of a word are known when it is chosen.
        let order = [0, 3, 1, 4, 5, 2].map { Self.words[$0] }

        func count(_ depth: Int) -> Int {
            guard depth < order.count else { return 1 }
            let line = order[depth]
            let pattern = line.map { fixed[$0] }
            var found = 0
            for word in words where !used.contains(word) {
                let letters = Array(word)
                guard zip(pattern, letters).allSatisfy({ $0 == "." || $0 == $1 }) else { continue }
                let (fixedBefore, unusedBefore) = (fixed, unused)
                let fits = zip(line, letters).allSatisfy { cell, letter in
                    if fixed[cell] != "." { return true }
                    guard let copy = unused.firstIndex(of: letter) else { return false }
                    unused.remove(at: copy)
                    fixed[cell] = letter
                    return true
                }
                if fits {
                    used.insert(word)
                    found += count(depth + 1)
                    used.remove(word)
                }
                (fixed, unused) = (fixedBefore, unusedBefore)
            }
            return found
        }
        return count(0)
    }
}
