@testable import GameCore
import Testing

@Suite("A puzzle draft")
struct PuzzleDraftTests {
    private let square = "BIT##/ACE##/DEN##/#####/#####"

    private func draft(_ text: String, _ entries: [ClueBook.Entry]) throws -> (PuzzleDraft, Alphabet)? {
        let lexicon = try Lexicon(name: "en", words: entries.map(\.word))
        let board = CodedBoard(try Board(text: text), lexicon.alphabet)
        let words = PuzzleWords(lexicon, ClueBook(entries))
        let runs = FillGrid(board, words.fillWords(upTo: 5)).runs
        return PuzzleDraft(board, runs: runs, words, .medium).map { ($0, lexicon.alphabet) }
    }

    private func entries(_ words: String, level: Int = 1) -> [ClueBook.Entry] {
        words.split(separator: " ").map {
            TestClues.entry(String($0), level, "Clue of \(String($0.reversed()))")
        }
    }

    @Test("gives each slot a clue of its word")
    func clues() throws {
        let (draft, alphabet) = try #require(try draft(square, entries("BIT ACE DEN BAD ICE TEN")))
        var random = SeededGenerator(seed: 1)
        let puzzle = try #require(draft.puzzle(alphabet, &random))
        for clue in puzzle.clues {
            #expect(clue.text == "Clue of \(String(puzzle.answer(of: clue.slot).reversed()))")
        }
    }

    @Test("avoids clues that contain another of its words")
    func discretion() throws {
        let entries =
            [TestClues.entry("BIT", 1, "A bad one"), TestClues.entry("BIT", 1, "Small piece")]
            + entries("ACE DEN BAD ICE TEN")
        let (draft, alphabet) = try #require(try draft(square, entries))
        for seed in UInt64(0)..<10 {
            var random = SeededGenerator(seed: seed)
            #expect(draft.puzzle(alphabet, &random)?.clues.first?.text == "Small piece")
        }
    }

    @Test(
        "avoids clues with a word in which another of its words of four letters stands",
        arguments: [("Zeros", false), ("Subzero", false), ("Zer0", true)])
    func discretionInLongerWords(clue: String, isFit: Bool) throws {
        let words = [TestClues.entry("ZERO", 1, "Nothing"), TestClues.entry("ONES", 1, clue)]
        let (draft, alphabet) = try #require(try draft("ZERO#/#####/ONES#/#####/#####", words))
        var random = SeededGenerator(seed: 1)
        #expect((draft.puzzle(alphabet, &random) != nil) == isFit)
    }

    @Test("never uses the same clue twice")
    func sameClues() throws {
        let entries =
            [TestClues.entry("BIT", 1, "Small"), TestClues.entry("ACE", 1, "Small")]
            + entries("DEN BAD ICE TEN")
        let (draft, alphabet) = try #require(try draft(square, entries))
        var random = SeededGenerator(seed: 1)
        #expect(draft.puzzle(alphabet, &random) == nil)
    }

    @Test(
        "has no repeated words, and no two of one root",
        arguments: [
            ("BAD##/ALE##/DEN##/#####/#####", "BAD ALE DEN", false),
            ("CATS#/#R###/#T###/#####/#####", "CATS=CAT ART", true),
            ("CAT##/O####/CATS#/#####/#####", "CAT CATS=CAT COC", false),
            ("BAKED/#####/BAKES/#####/#####", "BAKED=BAKE BAKES=BAKE", false),
            ("PARTY/#####/PARTS/#####/#####", "PARTY PARTS=PART", true),
        ])
    func kin(text: String, words: String, isFit: Bool) throws {
        let entries = words.split(separator: " ").map { word in
            let parts = word.split(separator: "=").map(String.init)
            return TestClues.entry(parts[0], 1, root: parts.last, "clue of \(parts[0])")
        }
        #expect(try (draft(text, entries) != nil) == isFit)
    }

    @Test("has no more rare words than its difficulty allows")
    func rare() throws {
        let common = entries("BIT ACE DEN BAD")
        #expect(try draft(square, common + entries("ICE TEN", level: 4)) != nil)
        #expect(try draft(square, entries("BIT ACE DEN") + entries("BAD ICE TEN", level: 4)) == nil)
    }
}
