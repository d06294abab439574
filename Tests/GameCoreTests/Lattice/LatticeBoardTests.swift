@testable import GameCore
import Testing

@Suite("The board of a lattice")
struct LatticeBoardTests {
    /// The letter codes of a board; 0 for a hole.
    private func codes(_ board: String) -> [UInt8] {
        board.utf8.filter { $0 != UInt8(ascii: "/") }.map { $0 == UInt8(ascii: "#") ? 0 : $0 - 64 }
    }

    private func drawing(_ marks: [CellMark?]) -> String {
        marks.enumerated().map { position, mark in
            (position % 5 == 0 && position > 0 ? "/" : "")
                + (mark.map { String($0.rawValue.prefix(1)) } ?? "#")
        }.joined()
    }

    @Test("has the marks and the shortest solution of the rules' example")
    func example() {
        let (board, solution) = (codes(LatticeTable.start), codes(LatticeTable.solution))
        #expect(drawing(Lattice.marks(of: board, against: solution)) == "mmmmh/m#h#n/mmnnn/h#m#h/mnmhm")
        #expect(Lattice.leastSwaps(from: board, to: solution) == 10)
    }

    @Test("is marked, and its least swaps are counted, as a literal reading of the rules says")
    func reference() {
        var random = SplitMix64(seed: 1)
        for number in 0..<1_500 {
            // Few different letters make many doubles.
            let letters = (0..<21).map { _ in Int.random(in: 0..<[3, 6, 12][number % 3], using: &random) }
            let solution = board(letters)
            let start = board(mix(letters, &random))
            let marks = Lattice.marks(of: codes(start), against: codes(solution))
            #expect(
                drawing(marks) == LatticeReference.marks(start, against: solution), "\(start) \(solution)")
            guard number % 20 == 0 else { continue }
            #expect(
                Lattice.leastSwaps(from: codes(start), to: codes(solution))
                    == LatticeReference.shortestSolution(start, to: solution).count, "\(start) \(solution)")
        }
    }

    /// Swaps up to nine pairs, so that the reference finds the shortest solution soon.
    private func mix(_ letters: [Int], _ random: inout SplitMix64) -> [Int] {
        var letters = letters
        for _ in 0..<Int.random(in: 0...9, using: &random) {
            letters.swapAt(
                Int.random(in: 0..<21, using: &random), Int.random(in: 0..<21, using: &random))
        }
        return letters
    }

    private func board(_ letters: [Int]) -> String {
        var rest = letters[...]
        return CellIndex.all.map { cell -> String in
            let end = cell.column == 0 && cell.row > 0 ? "/" : ""
            guard !Lattice.isHole(cell), let letter = rest.popFirst() else { return end + "#" }
            return end + String(Unicode.Scalar(UInt8(65 + letter)))
        }.joined()
    }
}

@Suite("The lattice generator")
struct LatticeGeneratorTests {
    private func text(_ board: [UInt8], _ lexicon: Lexicon) -> String {
        BoardState(objects: Lattice.objects(board.map(lexicon.alphabet.letter))).text
    }

    @Test("makes boards with six common words, 4 to 8 hits, ten swaps and one solution")
    func boards() throws {
        let lexicon = try #require(TestLexicons.shippedWithAnswers)
        let generator = LatticeGenerator(lexicon)
        let words = lexicon.answers.map { lexicon.alphabet.text($0) }
        for seed in UInt64(0)..<60 {
            let task = try #require(generator.task(seed: seed))
            let (start, solution) = (text(task.start, lexicon), text(task.solution, lexicon))
            let lines = Lattice.lines.map { lexicon.alphabet.text(Lattice.word($0, of: task.solution)) }
            #expect(Set(lines).count == 6 && Set(lines).isSubset(of: words), "\(solution)")
            #expect(start.sorted() == solution.sorted())
            #expect((4...8).contains(LatticeReference.marks(start, against: solution).count { $0 == "h" }))
            #expect(
                LatticeReference.shortestSolution(start, to: solution).count == 10, "\(start) \(solution)")
            guard seed % 20 == 0 else { continue }
            #expect(LatticeReference.arrangements(start, solution, words: words) == 1, "\(start) \(solution)")
        }
    }

    @Test("makes the same board for the same seed, and another for another")
    func seeds() throws {
        let generator = LatticeGenerator(try #require(TestLexicons.shippedWithAnswers))
        #expect(generator.task(seed: 1) == generator.task(seed: 1))
        #expect(generator.task(seed: 1) != generator.task(seed: 2))
    }

    @Test("refuses a board that its mirror image solves too")
    func mirror() throws {
        let lexicon = try TestLexicons.of("ABBOT LEDGE TREAT ALLOT BADGE TWEET")
        let solution = LatticeTable.solution.filter { $0 != "/" }.map {
            lexicon.alphabet.code(of: Letter(String($0)))
        }
        let generator = LatticeGenerator(lexicon)
        // Nothing but the first and the last cell, which the mirror keeps, is in place.
        var start = solution
        let cells = Lattice.cells.map(\.position).dropFirst().dropLast()
        for (cell, other) in zip(cells, Array(cells.dropFirst()) + [1]) { start[cell] = solution[other] }
        #expect(!generator.isUnique(LatticeTask(solution: solution, start: start)))
        #expect(generator.isUnique(LatticeTask(solution: solution, start: solution)))
    }

    @Test("gives up when the words do not cross", arguments: ["ABBOT", "ABBOT LEDGE TREAT", "CAT DOG"])
    func fewWords(words: String) throws {
        let lexicon = try TestLexicons.of(words)
        #expect(LatticeGenerator(lexicon).task(seed: 1) == nil)
    }
}
