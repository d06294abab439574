import Foundation
import GameCore
import Logging
import Testing

@testable import GameServerKit

/// Folders of language packs: those that are shipped, and broken ones.
@Suite("A pack")
struct PackFolderTests {
    private static func shipped(_ id: String) throws -> PackFolder {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try PackFolder(root.appending(path: "static/packs/\(id)"))
    }

    /// Loads a pack of these files; a nil file is missing.
    private func load(_ json: String?, words: String? = "CAT\t1\tCAT\ta\n", clues: String? = "") throws
        -> Pack
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pack-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("pack.json", json), ("words.tsv", words), ("clues.tsv", clues)] {
            try text?.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let read = try PackFolder(folder)
        _ = try read.clueBook()
        return try read.pack()
    }

    private let small = """
        {"id": "xx", "name": "Test", "alphabet": {"letter": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, "keyboard": [],
         "fold": {"Ä": "AE"}, "games": {"guess": true, "lattice": false, "mini": {"weekdays": ["easy", "easy",
         "easy", "medium", "medium", "hard", "hard"]}}}
        """

    @Test("folds the letters of its words as it says, and accents by themselves")
    func folding() throws {
        let pack = try load(small, words: "KÄSE\t1\tKÄSE\ta\nCAFÉ\t1\tCAFÉ\t\n")
        let alphabet = pack.lexicon.alphabet
        for typed in ["käse", "KÄSE", "kaese", "café", "CAFE"] {
            #expect(pack.lexicon.contains(alphabet.codes(of: typed)), "\(typed)")
        }
        #expect(alphabet.text(alphabet.codes(of: "käse")) == "KAESE")
    }

    @Test("offers the games that it mentions, except those that it excludes")
    func games() throws {
        let lexicons = Lexicons([try load(small)])
        #expect(throws: Never.self) { try lexicons.lexicon("xx", for: "guess") }
        #expect(throws: Never.self) { try lexicons.lexicon("xx", for: "wordchain") }
        let excluded = #expect(throws: RuleViolation.self) { try lexicons.lexicon("xx", for: "lattice") }
        #expect(excluded?.code == .notInPack)
        let unknown = #expect(throws: RuleViolation.self) { try lexicons.lexicon("yy", for: "guess") }
        #expect(unknown?.code == .unknownLexicon)
        #expect(lexicons["xx"]?.offer(of: "mini")?.weekdays.count == 7)
    }

    @Test("takes Korean words apart into the jamo of their keys")
    func jamo() throws {
        let pack = try Self.shipped("ko").pack()
        let lexicon = pack.lexicon(for: "guess")
        for (word, jamo) in [
            ("가방", "ㄱㅏㅂㅏㅇ"), ("까치", "ㄱㄱㅏㅊㅣ"), ("과자", "ㄱㅗㅏㅈㅏ"), ("값", "ㄱㅏㅂㅅ"), ("의사", "ㅇㅡㅣㅅㅏ"),
        ] {
            #expect(lexicon.alphabet.text(lexicon.alphabet.codes(of: word)) == jamo)
        }
        #expect(lexicon.contains(lexicon.alphabet.codes(of: "가방")))
        #expect(pack.offer(of: "square")?.unit == .syllable)
        #expect(pack.lexicon(for: "square").alphabet.count <= Alphabet.maximumLetters)
    }

    /// The files of a broken pack, nil for a missing one, and a part of the refusal.
    private struct Broken: Sendable {
        let json: String?
        let words: String?
        let reason: String

        init(_ json: String?, _ words: String?, _ reason: String) {
            (self.json, self.words, self.reason) = (json, words, reason)
        }
    }

    @Test("without usable files is refused, with the file and the reason")
    func refusals() {
        let word = "CAT\t1\tCAT\ta\n"
        let broken = [
            Broken(nil, word, "pack.json"), Broken("{", word, "pack.json"),
            Broken(#"{"id": "xx"}"#, word, "is missing"), Broken(small, nil, "words.tsv"),
            Broken(small, "CAT\t1\n", "line 1"), Broken(small, "CAT\t7\tCAT\ta\n", "line 1"),
            Broken(small, "# words\n\nCAT\tone\tCAT\ta\n", "line 3"), Broken(small, "", "words.tsv"),
            Broken(small, "ЖЖЖ\t1\tЖЖЖ\ta\n", "words.tsv"),
        ]
        for pack in broken {
            let refusal = #expect(throws: PackFolder.Unreadable.self) {
                try load(pack.json, words: pack.words)
            }
            #expect(refusal?.description.contains(pack.reason) == true, "\(refusal?.description ?? "")")
        }
    }

    @Test("has no word twice within thirty days", arguments: ["en", "de", "ko"])
    func freshness(id: String) throws {
        let folder = try Self.shipped(id)
        let pack = try folder.pack()
        let generator = PuzzleGenerator(
            pack.lexicon(for: "mini"), try folder.clueBook(), weekdays: pack.offer(of: "mini")?.weekdays ?? []
        )
        var (days, last, repeats) = (DayTasks(), [String: Int](), 0)
        for number in 20_500..<20_500 + Self.days {
            let found = try generator.puzzle(of: Day(number: number), in: &days)
            let puzzle = try #require(found)
            for word in puzzle.clues.map({ puzzle.answer(of: $0.slot) }) {
                if let before = last[word], number - before <= DayTasks.distance { repeats += 1 }
                last[word] = number
            }
        }
        #expect(repeats == 0)
    }

    private static let days = 150

    @Test("of each shipped language makes minis, and hidden words for years", arguments: ["en", "de", "ko"])
    func shippedPacks(id: String) throws {
        let folder = try Self.shipped(id)
        let pack = try folder.pack()
        #expect(pack.lexicon(for: "guess").answers.count >= 1000)
        let generator = PuzzleGenerator(pack.lexicon(for: "mini"), try folder.clueBook())
        for difficulty in Difficulty.allCases {
            for seed in UInt64(0)..<20 {
                #expect(generator.puzzle(seed: seed, difficulty: difficulty) != nil, "\(difficulty) \(seed)")
            }
        }
    }
}
