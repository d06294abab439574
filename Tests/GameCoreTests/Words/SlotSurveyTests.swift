import Testing

@testable import GameCore

@Suite("The survey of slots")
struct SlotSurveyTests {
    private func vocabulary(_ list: String, valid: String = "") throws -> PuzzleVocabulary {
        PuzzleVocabulary(try TestLexicons.of(list + " " + valid, common: valid.isEmpty ? "" : list))
    }

    private func survey(
        _ board: String, _ vocabulary: PuzzleVocabulary, isCommonOnly: Bool = true,
        include: [String] = [], avoid: [String] = [], steps: Int = .max,
        shouldStop: () -> Bool = { false }
    ) throws -> SlotSurvey {
        var question = try FillQuestion(try Board(text: board), vocabulary, isCommonOnly: isCommonOnly)
        question.included = Set(TestLexicons.letters(include))
        question.avoided = Set(TestLexicons.letters(avoid))
        return SlotSurvey(question, vocabulary, steps: steps, shouldStop: shouldStop)
    }

    @Test("lists what trying all words finds, on random boards with blocks", arguments: 0..<4)
    func reference(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var fillable = 0
        for _ in 0..<25 {
            let board = RandomFillBoard(&random)
            let vocabulary = try vocabulary(board.words.joined(separator: " "))
            let survey = try survey(board.text, vocabulary)
            let reference = FillReference(board.text, board.words)
            #expect(survey.isExhausted && survey.isFillable == reference.isFillable, "\(board)")
            #expect(survey.slots.count == reference.words.count)
            for (slot, words) in zip(survey.slots, reference.words) {
                let best = slot.best.map(\.text)
                #expect(slot.count == words.count && best.count == min(words.count, 20), "\(board)")
                #expect(Set(best).count == best.count && Set(best).isSubset(of: words), "\(board)")
            }
            for (cell, letters) in survey.cells where reference.covers(cell.position) {
                #expect(Set(letters.map(\.text)) == reference.letters[cell.position], "\(board), \(cell)")
            }
            fillable += survey.isFillable ? 1 : 0
        }
        #expect(fillable > 3)
    }

    @Test("words of one level come first that leave the most words to the crossing slots")
    func order() throws {
        let survey = try survey(
            "...##/.####/.####/#####/#####", try vocabulary("ACE AGE MAN MEN MIX ZAP ZEN ZIP ZOO"))
        #expect(
            survey.slots[0].best.map(\.text)
                == ["ZAP", "ZEN", "ZIP", "ZOO", "MAN", "MEN", "MIX", "ACE", "AGE"])
    }

    @Test("numbers slots as a crossword, and shows what stands in them")
    func slots() throws {
        let survey = try survey("#.A##/#.#../...#./####./####.", try vocabulary("CAT DOG AT"))
        let places = survey.slots.map {
            "\($0.slot.number) \($0.slot.direction.rawValue) \($0.slot.cells[0].position)"
        }
        #expect(places == ["1 across 1", "2 across 8", "4 across 10", "1 down 1", "3 down 9"])
        #expect(survey.slots.map(\.text) == [".A", "..", "...", "...", "...."])
        #expect(
            !survey.isFillable && survey.isExhausted
                && survey.slots.allSatisfy { $0.count == 0 && $0.best.isEmpty })
        #expect(survey.cells.allSatisfy { $0.letters.isEmpty })
    }

    @Test("uses common words, or all, and those that are included, but none that is avoided")
    func choice() throws {
        let vocabulary = try vocabulary("CAT DOG", valid: "CWM")
        let board = "...##/#####/#####/#####/#####"
        func found(_ common: Bool, _ include: [String] = [], _ avoid: [String] = []) throws -> [String] {
            try survey(board, vocabulary, isCommonOnly: common, include: include, avoid: avoid).slots[0].best
                .map(\.text)
        }
        #expect(try found(true) == ["CAT", "DOG"])
        #expect(try found(false) == ["CAT", "DOG", "CWM"])
        #expect(try found(true, ["CWM", "GOT", "LONG"]) == ["CAT", "DOG", "GOT", "CWM"])
        #expect(try found(true, ["GOT"], ["GOT", "CAT"]) == ["DOG"])
        #expect(try found(false, [], ["CAT", "DOG", "CWM"]).isEmpty)
    }

    @Test("never has a word twice on the board")
    func distinct() throws {
        let vocabulary = try vocabulary("CAT")
        #expect(try !survey("...##/#####/...##/#####/#####", vocabulary).isFillable)
        #expect(try !survey("CAT##/#####/CAT##/#####/#####", vocabulary).isFillable)
        #expect(try survey("CAT##/#####/#####/#####/#####", vocabulary).isFillable)
    }

    @Test("allows all letters in a cell that belongs to no word, and takes a board without words")
    func freeCells() throws {
        let vocabulary = try vocabulary("CAT DOG")
        let survey = try survey("...##/###.#/#####/#####/#####", vocabulary)
        #expect(survey.cells.last?.letters == vocabulary.letters)
        let blocks = try self.survey("#####/#####/#####/#####/#####", vocabulary)
        #expect(blocks.isFillable && blocks.isExhausted && blocks.slots.isEmpty && blocks.cells.isEmpty)
    }

    @Test("tells only what is proved when it is stopped")
    func stopped() throws {
        let vocabulary = PuzzleVocabulary(try #require(TestLexicons.shipped))
        let board = "#..../...../...../...../....#"
        let none = try survey(board, vocabulary) { true }
        #expect(!none.isFillable && !none.isExhausted)
        var looks = 0
        let some = try survey(board, vocabulary) {
            looks += 1
            return looks > 6
        }
        #expect(some.isFillable && !some.isExhausted)
        let letters = Dictionary(uniqueKeysWithValues: some.cells.map { ($0.cell, $0.letters) })
        for slot in some.slots {
            for word in slot.best {
                #expect(zip(slot.slot.cells, word.letters).allSatisfy { letters[$0]?.contains($1) == true })
            }
        }
    }

    @Test("answers what is easy, whatever it takes, and leaves what is hard when it is out of steps")
    func rested() throws {
        let vocabulary = PuzzleVocabulary(try #require(TestLexicons.shipped))
        let survey = try survey("#..../...../...../...../....#", vocabulary, steps: 0)
        #expect(survey.isFillable && !survey.isExhausted)
        #expect(survey.cells.allSatisfy { $0.letters.count > 1 })
        #expect(survey.slots.allSatisfy { $0.best.count == SlotSurvey.listedWords })
    }

    @Test("decides everything about a board with a word and a column in a few steps")
    func decided() throws {
        let vocabulary = PuzzleVocabulary(try #require(TestLexicons.shipped))
        let survey = try survey("ZEBR./####./####./####./####.", vocabulary, steps: 1000)
        #expect(survey.isExhausted)
        #expect(survey.cells[0].letters.map(\.text) == ["A"])
    }

    @Test("finds for each cell of a board with blocks the letters that its lines allow")
    func candidates() throws {
        let vocabulary = try vocabulary("CAT COT DOG TO AT")
        let question = try FillQuestion(
            try Board(text: "C..##/.####/#####/####./####."), vocabulary, isCommonOnly: false)
        let cells = LineCandidates(question, vocabulary).cells
        let found = cells.map { "\($0.cell.position) \($0.letters.map(\.text).joined())" }
        #expect(found == ["1 AO", "2 T", "5 ", "19 AT", "24 OT"])
    }

    @Test("refuses a board with letters that the words cannot have")
    func foreign() throws {
        let vocabulary = try vocabulary("CAT")
        let board = "Ж..../...../...../...../....."
        let refused = refusal { try survey(board, vocabulary) }
        #expect(refused?.code == .notALetter)
    }
}

/// A random board with blocks and letters, and random words of few letters.
private struct RandomFillBoard: CustomStringConvertible {
    let text: String
    let words: [String]

    var description: String { "\(text) with \(words.joined(separator: " "))" }

    init(_ random: inout SplitMix64) {
        let letters = Array("ABCD".prefix(Int.random(in: 2...4, using: &random)))
        let sizes = [2: 5, 3: 9, 4: 12, 5: 14]
        words = Set(
            sizes.sorted { $0.key < $1.key }.flatMap { length, count in
                (0..<count).map { _ in String((0..<length).map { _ in random.pick(letters) }) }
            }
        ).sorted()
        let share = random.pick([2, 3, 4])
        var cells = (0..<25).map { _ in
            random.oneIn(share) ? "#" : random.oneIn(9) ? String(random.pick(letters)) : "."
        }
        if random.oneIn(2) {
            // Boards that are symmetric in their main diagonal have twice as many fills to prove words by.
            for cell in cells.indices { cells[cell % 5 * 5 + cell / 5] = cells[cell] }
        }
        text = stride(from: 0, to: 25, by: 5).map { cells[$0..<$0 + 5].joined() }.joined(separator: "/")
    }
}

/// Finds all fills of a board by trying all words, slot by slot, on strings.
private struct FillReference {
    /// The words of each slot, across and then down.
    private(set) var words: [Set<String>] = []
    private(set) var letters: [Set<String>] = Array(repeating: [], count: 25)
    private(set) var isFillable = false
    private let runs: [[Int]]
    private let list: [String]

    init(_ board: String, _ list: [String]) {
        self.list = list
        let signs = board.filter { $0 != "/" }.map(String.init)
        let rows = (0..<5).map { row in (0..<5).map { row * 5 + $0 } }
        let columns = (0..<5).map { column in (0..<5).map { $0 * 5 + column } }
        let runs = { (lines: [[Int]]) in
            lines.flatMap { line in line.split { signs[$0] == "#" }.map(Array.init).filter { $0.count > 1 } }
                .sorted { $0[0] < $1[0] }
        }
        self.runs = runs(rows) + runs(columns)
        words = self.runs.map { _ in [] }
        fill(0, signs, [])
    }

    func covers(_ cell: Int) -> Bool { runs.contains { $0.contains(cell) } }

    private mutating func fill(_ slot: Int, _ signs: [String], _ used: [String]) {
        guard slot < runs.count else {
            isFillable = true
            for (place, word) in used.enumerated() { words[place].insert(word) }
            for cell in signs.indices where signs[cell] != "." { letters[cell].insert(signs[cell]) }
            return
        }
        let run = runs[slot]
        for word in list where word.count == run.count && !used.contains(word) {
            let fits = zip(run, word).allSatisfy { signs[$0] == "." || signs[$0] == String($1) }
            guard fits else { continue }
            var next = signs
            for (cell, letter) in zip(run, word) { next[cell] = String(letter) }
            fill(slot + 1, next, used + [word])
        }
    }
}
