import GameCore
import Testing

/// Lattices with the words of the rules' example.
enum LatticeTable {
    static let solution = "ABBOT/L#A#W/LEDGE/O#G#E/TREAT"
    static let start = "GTRGT/E#A#E/WOELD/O#A#E/BTLAB"

    /// A lattice with `people` seated players.
    static func of(
        people: Int, _ options: [String: Parameters.Value] = [:], start: String = LatticeTable.start,
        countdown: Duration? = nil
    ) throws -> SolvingTable {
        try SolvingTable(
            people: people, "lattice", options,
            answer: ["solution": .text(solution), "start": .text(start)], countdown: countdown)
    }
}

extension SolvingTable {
    @discardableResult
    func swap(_ from: String, _ to: String, by player: Player = .ann) throws -> [GameEvent] {
        try act("swap", ["from": .text(from), "to": .text(to)], by: player)
    }

    /// Makes `count` swaps of a shortest solution; by default all that are left.
    func solve(_ count: Int = .max, by player: Player = .ann) throws {
        let swaps = LatticeReference.shortestSolution(text(of: player), to: LatticeTable.solution)
        for (from, to) in swaps.prefix(count) {
            try act("swap", ["from": .number(from), "to": .number(to)], by: player)
        }
    }

    /// Swaps the same two letters, which are wrong in both places, `count` times.
    func waste(_ count: Int, by player: Player = .ann) throws {
        for _ in 0..<count { try swap("a1", "c1", by: player) }
    }
}
