@testable import GameCore
import Testing

@Suite("A bot in a race of lattices")
struct LatticeBotTests {
    private func race(_ bots: [BotLevel], people: Int = 1) throws -> SolvingTable {
        let table = try LatticeTable.of(people: people, ["mode": .text("race")])
        for level in bots { try table.apply(.seatBot(level), by: .ann) }
        try table.act("start")
        return table
    }

    private func swapsLeft(_ number: Int, _ table: SolvingTable) throws -> Int? {
        let state = table.game.state
        return try state.rules.fields(of: seat(number), in: state, for: nil).number("swapsLeft", in: 0...15)
    }

    private func seat(_ number: Int) throws -> Seat { try #require(Seat(number)) }

    @Test("is not seated in other modes")
    func modes() throws {
        for mode in ["solo", "together", "daily"] {
            let table = try LatticeTable.of(people: 1, ["mode": .text(mode)])
            #expect(table.refused { try table.apply(.seatBot(.easy), by: .ann) } == .noBots)
        }
    }

    @Test("never makes more swaps than the person who has made the fewest")
    func pace() throws {
        let table = try race([.medium], people: 2)
        try table.swap("a1", "c1")
        #expect(try !table.moveBot())
        try table.swap("a1", "c1", by: .bea)
        #expect(try table.moveBot())
        #expect(try swapsLeft(3, table) == 14)
        #expect(try !table.moveBot())
        try table.act("resign", by: .bea)
        try table.swap("a1", "c1")
        #expect(try table.moveBot())
        #expect(try !table.moveBot())
    }

    @Test("plays to the end once all people are finished")
    func end() throws {
        let table = try race(BotLevel.allCases)
        try table.act("resign")
        while try table.moveBot() {}
        #expect(table.game.state.phase == .finished && table.game.state.boardResults.count == 4)
        #expect(table.result?.scores.last?.points == 5, "a hard bot finds a shortest solution")
    }

    @Test("loses against a person who makes as few swaps, also in the same time")
    func tie() throws {
        let table = try race([.hard])
        for _ in 0..<10 {
            try table.solve(1)
            try table.moveBot()
        }
        #expect(table.result?.winners.map(\.number) == [1])
        #expect(table.result?.scores.map(\.points) == [5, 5])
    }

    @Test("needs fewer swaps at a higher level")
    func levels() throws {
        let solution = try letters(LatticeTable.solution)
        func swaps(_ level: BotLevel) throws -> [Int] {
            try (1...200).map { game in
                let bot = LatticeBot(solution: solution)
                var board = try letters(LatticeTable.start)
                var count = 0
                while let swap = bot.swap(on: board, level: level, seed: UInt64(game * 100 + count)) {
                    #expect(board[swap.from] != solution[swap.from] && board[swap.to] != solution[swap.to])
                    #expect(board[swap.from] != board[swap.to])
                    board.swapAt(swap.from, swap.to)
                    count += 1
                }
                #expect(board == solution)
                return count
            }
        }
        let (easy, medium, hard) = (try swaps(.easy), try swaps(.medium), try swaps(.hard))
        #expect(hard.allSatisfy { $0 == 10 })
        let (sumOfEasy, sumOfMedium) = (easy.reduce(0, +), medium.reduce(0, +))
        #expect((2_700...3_100).contains(sumOfEasy), "14 to 15 swaps of 15 on average")
        #expect((2_200...2_500).contains(sumOfMedium), "11 to 12 swaps on average")
    }

    @Test("refuses moves that are not its own")
    func forged() throws {
        let table = try race([.easy])
        let swap = BotMove("swap", ["from": .text("a1"), "to": .text("c1")])
        for (number, move) in [(1, swap), (3, swap), (2, BotMove("guess", ["word": .text("ABBOT")]))] {
            let command = Command.botMove(try self.seat(number), move)
            #expect(table.refused { try table.apply(command, by: .spectator) } == .notAllowed)
        }
        let locked = BotMove("swap", ["from": .text("e5"), "to": .text("b2")])
        #expect(
            table.refused { try table.apply(.botMove(try self.seat(2), locked), by: .spectator) }
                == .cellLocked)
    }

    /// The codes of a drawn board, as the bot sees it.
    private func letters(_ text: String) throws -> [UInt8] {
        text.filter { $0 != "/" }.map { $0 == "#" ? 0 : UInt8($0.asciiValue ?? 0) }
    }
}
