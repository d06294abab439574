import GameCore
import Testing

@Suite("The findings of a puzzle")
struct PuzzleFindingTests {
    private let vocabulary = PuzzleVocabulary([
        word("CAT", 1), word("CATS", 2, root: "CAT"), word("COW", 1), word("TOW", 1),
        word("TOWS", 1, root: "TOW"),
        word("SAW", 1), word("AE", 6), word("QAT", 5), word("QIS", 6), word("TIS", 5), word("AT", 1),
    ])

    private static func word(_ text: String, _ level: Int, root: String? = nil) -> PuzzleVocabulary.Word {
        PuzzleVocabulary.Word(
            text.compactMap { Letter(String($0)) }, level: level, root: root ?? text, isCommon: level < 6)
    }

    /// The findings of a puzzle with the rows `solution`; `clues` by number and direction.
    private func findings(
        _ solution: String, _ clues: [String: String] = [:], knowing vocabulary: PuzzleVocabulary?
    ) throws -> [PuzzleFinding] {
        let cells = solution.filter { $0 != "/" }.map { sign in
            Letter(entry: String(sign)).map { Puzzle.Cell($0) }
        }
        let puzzle = try Puzzle(metadata: Puzzle.Metadata(), cells: cells) { slot in
            (clues["\(slot.number)-\(slot.direction.rawValue)"] ?? "Some clue", nil)
        }
        return puzzle.findings(vocabulary)
    }

    private func kinds(_ solution: String, _ clues: [String: String] = [:]) throws -> Set<String> {
        Set(try findings(solution, clues, knowing: vocabulary).map(\.kind.rawValue))
    }

    private static let one = "CAT##/#####/#####/#####/#####"

    @Test("counts digits: words that differ in one are two, and no lexicon is asked for them")
    func digits() throws {
        #expect(try !kinds("CAT1#/CAT2#/#####/#####/#####").contains("repeated-root"))
        #expect(
            try kinds("12###/34###/#####/#####/#####").isDisjoint(with: ["rare-crossing", "unknown-word"]))
        #expect(
            try kinds("12###/#####/#####/#####/#####", ["1-across": "A dozen (12)"]).contains(
                "answer-in-clue"))
        #expect(
            try !kinds("12###/#####/#####/#####/#####", ["1-across": "A dozen"]).contains("answer-in-clue"))
    }

    @Test(
        "names faults of a clue",
        arguments: [
            ("", "empty-clue"), (" \u{A0}", "empty-clue"), ("A cat, no dog", "answer-in-clue"),
            ("“Cat!”", "answer-in-clue"), ("Two cats", "root-in-clue"),
        ])
    func clues(clue: String, kind: String) throws {
        #expect(try kinds(Self.one, ["1-across": clue]) == [kind, "unchecked-cell"])
    }

    @Test("says nothing of a clue that has the answer inside another word")
    func parts() throws {
        #expect(try kinds(Self.one, ["1-across": "Scatter, concatenate"]) == ["unchecked-cell"])
    }

    @Test("names answers that are short, unknown or related")
    func answers() throws {
        #expect(try kinds("AT###/#####/#####/#####/#####") == ["short-word", "unchecked-cell"])
        #expect(try kinds("COT##/#####/#####/#####/#####") == ["unknown-word", "unchecked-cell"])
        #expect(
            try kinds("CAT##/#####/CATS#/#####/#####") == ["repeated-root", "unchecked-cell", "unconnected"])
        #expect(
            try kinds("CAT##/#####/CAT##/#####/#####") == ["repeated-root", "unchecked-cell", "unconnected"])
        let found = try findings("CAT##/#####/CATS#/#####/#####", knowing: vocabulary)
        let related = try #require(found.first { $0.kind == .repeatedRoot })
        #expect(
            related.slot?.number == 2 && related.detail == "2 across, CATS, and 1 across, CAT, have one root."
        )
    }

    @Test("names cells of one word, cells that are not connected, and crossings of rare words")
    func cells() throws {
        let crossing = try findings("QAT##/I####/S####/#####/#####", knowing: vocabulary)
        #expect(crossing.filter { $0.kind == .rareCrossing }.map(\.cell?.position) == [0])
        #expect(crossing.filter { $0.kind == .uncheckedCell }.map(\.cell?.position) == [1, 2, 5, 10])
        #expect(try kinds("CAT##/O####/W####/#####/#####") == ["unchecked-cell"])
        #expect(try kinds("CAT##/#####/SAW##/#####/####A").contains("unconnected"))
    }

    @Test("takes cells as not connected that only a bar or the edge of the board lies between")
    func bars() throws {
        func kinds(barBelow columns: Range<Int>) throws -> Set<PuzzleFinding.Kind> {
            let rows = ["CAT##", "OWE##"].joined().enumerated()
            let cells = rows.map { place, sign in
                Letter(String(sign)).map { Puzzle.Cell($0, bars: columns.contains(place) ? .bottom : []) }
            }
            let all = cells + Array(repeating: nil, count: 15)
            let puzzle = try Puzzle(metadata: Puzzle.Metadata(), cells: all) { _ in ("Some clue", nil) }
            return Set(puzzle.findings(vocabulary).map(\.kind))
        }
        #expect(try kinds(barBelow: 0..<3).contains(.unconnected))
        #expect(try !kinds(barBelow: 0..<2).contains(.unconnected))
        #expect(try self.kinds("##CAT/T####/#####/#####/#####").contains("unconnected"))
    }

    @Test("says nothing of words where the language is unknown, and of rebus cells")
    func unknownLanguage() throws {
        let found = try findings("COT##/#####/#####/#####/#####", knowing: nil)
        #expect(Set(found.map(\.kind)) == [.uncheckedCell])
        let rebus = try #require(Letter(entry: "CAT"))
        let cells = [rebus, rebus].map { Puzzle.Cell($0) } + Array(repeating: nil, count: 23)
        let puzzle = try Puzzle(metadata: Puzzle.Metadata(), cells: cells) { _ in ("Twice", nil) }
        #expect(!puzzle.findings(vocabulary).contains { $0.kind == .unknownWord })
    }

    @Test("takes cells of one word as usual where cells hold syllables, and sees particles")
    func syllables() throws {
        var spelling = Spelling()
        spelling.unit = .syllable
        let words = ["나무", "무지개"].map { text in
            PuzzleVocabulary.Word(text.compactMap { Letter(String($0)) }, level: 1, root: text)
        }
        let found = try findings(
            "나무###/#지###/#개###/#####/#####", ["1-across": "나무가 자란다", "2-down": "비 온 뒤"],
            knowing: PuzzleVocabulary(words, spelling))
        #expect(found.map(\.kind.rawValue) == ["answer-in-clue", "short-word"])
    }

    @Test("has an error only where a puzzle cannot be played")
    func severity() {
        let errors = PuzzleFinding.Kind.allCases.filter { PuzzleFinding($0, "").severity == .error }
        #expect(errors == [.noSolution])
    }
}
