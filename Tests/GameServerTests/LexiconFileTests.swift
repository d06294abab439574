import Foundation
import GameCore
import Logging
import Synchronization
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("A word list file")
struct LexiconFileTests {
    /// A lexicon and the warnings that its loading logged.
    private struct Loaded {
        let lexicon: Lexicon
        let warnings: [String]

        /// Whether `word` is in the lexicon, spelled in any case and with any accents.
        func has(_ word: String) -> Bool {
            lexicon.contains(word.inNFC.map { lexicon.alphabet.code(of: Letter(String($0))) })
        }

        /// The words that may be hidden.
        var answers: Set<String> { Set(lexicon.answers.map { lexicon.alphabet.text($0) }) }

        var letters: Set<String> { Set(lexicon.alphabet.letters.map(\.text)) }
    }

    /// Loads a file with these bytes as the lexicon `en`.
    private func load(_ bytes: Data, foldingAccents: Bool = false) throws -> Loaded {
        let file = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString).txt")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try load(path: file.path, foldingAccents: foldingAccents)
    }

    private func load(_ text: String, foldingAccents: Bool = false) throws -> Loaded {
        try load(Data(text.utf8), foldingAccents: foldingAccents)
    }

    private func load(
        path: String, foldingAccents: Bool = false, frequencies: String? = nil
    ) throws -> Loaded {
        var settings = Settings()
        // Under the name of the shipped lexicon, so that the shipped one is not loaded too.
        let folded = foldingAccents ? ["en"] : []
        settings.lexicons = [try #require(LexiconSource("en=\(path)", folding: folded))]
        settings.lexicons[0].frequencies = frequencies
        let warnings = Warnings()
        let log = Logger(label: "test") { _ in warnings }
        let packs = try LexiconLoader.load(settings, log)
        return Loaded(lexicon: try #require(packs.lexicons["en"]?.lexicon), warnings: warnings.all)
    }

    /// The reason why a file cannot be loaded; nil if it can.
    private func refusal(_ work: () throws -> Loaded) -> String? {
        do {
            _ = try work()
            return nil
        } catch {
            return (error as? LexiconError)?.reason
        }
    }

    // MARK: Lines

    @Test("may have blank lines, repeated words, spaces, comments, other line ends and a byte-order mark")
    func lines() throws {
        let loaded = try load("\u{FEFF}cat\r\n\r\n# animals\r\nDOG\r\n  \r\ncat\r\n  Cat\t\r\n\towl")
        #expect(["CAT", "dog", "Owl"].allSatisfy(loaded.has) && loaded.lexicon.count == 3)
        #expect(loaded.letters == Set("ACDGLOTW".map(String.init)) && loaded.warnings.isEmpty)
    }

    @Test("may have lines that are not words, whose numbers are logged")
    func badLines() throws {
        let loaded = try load("cat\nd0g\nowl\nit's\nx y\ncow\n.\n\u{1B}[31mred\n\u{202E}evil\n")
        #expect(["CAT", "OWL", "COW"].allSatisfy(loaded.has) && loaded.lexicon.count == 3)
        let reasons =
            "line 2, “d0g”: “0” is not a letter; line 4, “it's”: “'” is not a letter; line 5, “x y”: “ ” is not a letter"
        #expect(
            loaded.warnings
                == ["lexicon en: skipped 6 lines that are not words: 2, 4, 5, 7, 8, 9; \(reasons)"])
    }

    @Test("has the reasons logged if a tenth of its lines are not words, without what cannot be seen")
    func reasons() throws {
        let bad = "\u{1B}[31mred\n\u{202E}evil\n"
        let few = try load(bad + String(repeating: "cat\n", count: 20))
        #expect(few.warnings == ["lexicon en: skipped 2 lines that are not words: 1, 2"])
        let many = try load(bad + String(repeating: "cat\n", count: 17))
        let reasons = "line 1, U+1B is not a letter; line 2, U+202E is not a letter"
        #expect(many.warnings == ["lexicon en: skipped 2 lines that are not words: 1, 2; \(reasons)"])
        let counted = try load("cat\t12\nowl\t3\ncow\n")
        #expect(
            counted.warnings.first?.hasSuffix("line 1, a tab is not a letter; line 2, a tab is not a letter")
                ?? false)
    }

    @Test("has at most ten of its bad lines logged")
    func manyBadLines() throws {
        let loaded = try load("cat\n" + String(repeating: "d0g\n", count: 5000) + "owl\n")
        #expect(loaded.has("OWL") && loaded.warnings.count == 1)
        let listed = "5000 lines that are not words: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …; line 2, “d0g”"
        #expect(loaded.warnings[0].contains(listed))
    }

    @Test(
        "is a dictionary of Hunspell if its name ends with .dic: flags follow a word, its length comes first")
    func hunspell() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString).dic")
        try Data("4\ncat/SM\nété/10,x\nowl\tpo:noun\nhorse/\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let loaded = try load(path: file.path)
        #expect(["CAT", "été", "OWL", "HORSE"].allSatisfy(loaded.has) && loaded.lexicon.count == 4)
        #expect(loaded.warnings.isEmpty)
    }

    @Test("in another encoding is refused, and one with a few malformed lines is not")
    func encodings() throws {
        let latin1 = { (text: String) in try #require(text.data(using: .isoLatin1)) }
        let reason = refusal { try load(latin1("hus\nväg\nåka\nöga\n")) }
        let advice =
            "the file is not UTF-8. If it is ISO-8859-1, this converts it: iconv -f ISO-8859-1 -t UTF-8 "
        #expect(reason?.hasPrefix(advice) ?? false)
        let mixed = try load(Data("hus\nväg\nåka\n".utf8) + latin1("öga\n"))
        #expect(mixed.has("väg") && mixed.lexicon.count == 3 && mixed.warnings.count == 1)
    }

    @Test(
        "in another encoding is refused with a command that converts it, whatever its name and its encoding")
    func conversion() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lists \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "it's.dic")
        let words = "2\nväg/A\nåka\n"
        try #require(words.data(using: .isoLatin1)).write(to: file)
        let shown = "'" + folder.path + "/it'\\''s.dic' > 'it'\\''s-utf8.dic'"
        #expect(
            refusal { try load(path: file.path) }?.hasSuffix("iconv -f ISO-8859-1 -t UTF-8 " + shown) ?? false
        )
        try Data("SET ISO8859-15\nTRY abc\n".utf8).write(to: folder.appending(path: "it's.aff"))
        #expect(
            refusal { try load(path: file.path) }?.hasSuffix("iconv -f ISO-8859-15 -t UTF-8 " + shown)
                ?? false)
        try #require(words.data(using: .utf16)).write(to: file)
        #expect(
            refusal { try load(path: file.path) }?.hasSuffix("iconv -f UTF-16 -t UTF-8 " + shown) ?? false)
    }

    @Test("of a Turkic language has two letters ı and i, in small and in capital letters")
    func turkic() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString).txt")
        try Data("ılık\nilik\niyi\nAYI\nİZ\ni\u{307}p\nçiçek\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for (name, count) in [("tr", 7), ("az-Latn", 7), ("en", 6)] {
            var settings = Settings()
            settings.lexicons = [try #require(LexiconSource("\(name)=\(file.path)"))]
            let packs = try LexiconLoader.load(settings, Logger(label: "test") { _ in Warnings() }).lexicons
            let lexicon = try #require(packs[name]?.lexicon)
            #expect(lexicon.count == count)
            guard count == 7 else { continue }
            let has = { (word: String) in lexicon.contains(lexicon.alphabet.codes(of: word)) }
            #expect(
                ["ılık", "ILIK", "ilik", "İLİK", "iyi", "İYİ", "ayı", "iz", "ip", "ÇİÇEK"].allSatisfy(has))
            #expect(!["IYI", "ayi", "ız", "ilık"].contains(where: has))
        }
    }

    @Test("may have lines that end with CR alone")
    func carriageReturns() throws {
        let loaded = try load("cat\rowl\rcow\r")
        #expect(loaded.lexicon.count == 3 && loaded.warnings.isEmpty)
    }

    @Test("has letters of other scripts, composed, decomposed, or with marks of their own")
    func scripts() throws {
        let words = [
            "слово", "ґанок", "λόγος", "re\u{301}sum", "\u{1112}\u{1161}\u{11AB}국", "한국", "कि", "שלום",
        ]
        let loaded = try load(words.joined(separator: "\n") + "\nсловосочетание\n")
        #expect(words.filter { $0 != "कि" }.allSatisfy(loaded.has) && loaded.warnings.isEmpty)
        #expect(loaded.letters.isSuperset(of: ["Ґ", "Ό", "É", "한", "ש"]))
        let folded = try load("ґанок\nλόγος\nйод\n", foldingAccents: true)
        #expect(folded.letters.isSuperset(of: ["Ο", "И"]) && folded.has("λογος"))
    }

    @Test("may have words of other lengths, which are skipped")
    func lengths() throws {
        let loaded = try load("a\ncat\nantelope\nhouse\nhouses\n")
        #expect(loaded.lexicon.count == 2 && loaded.has("cat") && loaded.has("house"))
        #expect(!loaded.has("a") && !loaded.has("houses") && loaded.warnings.isEmpty)
    }

    // MARK: Refusals

    @Test(
        "without a word of 2 to 5 letters is refused",
        arguments: ["\n\n  \n", "antelope\nhippopotamus\n", "123\n42\n", "# cat\n"])
    func nothing(text: String) {
        #expect(refusal { try load(text) } == "The lexicon has no words of 2 to 5 letters.")
    }

    @Test(
        "that is empty, missing, a folder or an endless device is refused",
        arguments: zip(
            ["/dev/null", "/nowhere/list.txt", "/tmp", "/dev/zero"],
            [
                "the file is empty or not a regular file.", "the file does not exist.",
                "the file is empty or not a regular file.", "the file is larger than 64 MB.",
            ]))
    func unreadable(path: String, reason: String) {
        #expect(refusal { try load(path: path) } == reason)
    }

    @Test("in UTF-16 is refused", arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func utf16(encoding: String.Encoding) throws {
        let bytes = try #require("cat\ndog\n".data(using: encoding))
        #expect(refusal { try load(bytes) }?.contains("not UTF-8") == true)
    }

    @Test("with a line of a megabyte is refused with the number of the line")
    func longLine() {
        let text = "cat\n" + String(repeating: "x", count: 1_000_000) + "\ndog\n"
        #expect(refusal { try load(text) }?.hasPrefix("line 2 is longer than 4096 bytes") == true)
    }

    @Test(
        "is named by NAME=PATH with a plain name",
        arguments: ["", "mine", "=list.txt", "mine=", "../up=x", "a b=x", "a/b=x", "<b>=x"])
    func arguments(text: String) {
        #expect(LexiconSource(text, folding: []) == nil)
        #expect(LexiconSource("de_CH-2=/lists/a=b.txt", folding: [])?.path == "/lists/a=b.txt")
    }

    // MARK: Hidden words

    @Test(
        "hides no name where the list tells capitals",
        arguments: [
            ("obama Adele hütte", ["OBAMA", "HÜTTE"]),
            ("Obama Adele Ödeme hütte", ["HÜTTE"]),
            ("OBAMA ADELE", ["OBAMA", "ADELE"]),
            ("אבגדה Obama", ["אבגדה"]),
        ])
    func names(words: String, answers: [String]) throws {
        let loaded = try load(words: words)
        #expect(loaded.answers == Set(answers))
        #expect(words.split(separator: " ").map(String.init).allSatisfy(loaded.has))
    }

    @Test("hides the commonest words of a list of frequencies, without inflected forms")
    func frequencies() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (list, counts) = (folder.appending(path: "list"), folder.appending(path: "counts"))
        try Data("cat\ncats\ntree\ntrees\nhouse\nAdele\nzaxes\n".utf8).write(to: list)
        try Data("house 905\ntrees\t88\ntree;70\ncats,7\nAdele 6\nsea 2\n".utf8).write(to: counts)
        #expect(try load(path: list.path, frequencies: counts.path).answers == ["HOUSE"])
        #expect(try load(path: list.path).answers == ["TREES", "HOUSE", "ZAXES"])
        for lines in [
            "905 house\n88 trees\n70 tree", "1\thouse\t905\n2\ttree\t88",
            "\"house\",\"905\"\n\"tree\",\"88\"",
        ] {
            try Data(lines.utf8).write(to: counts)
            #expect(try load(path: list.path, frequencies: counts.path).answers == ["HOUSE"], "\(lines)")
        }
        for lines in ["# none\n", "1 2 3\n", "haus 905\nbaum 88\n"] {
            try Data(lines.utf8).write(to: counts)
            let reason = refusal { try load(path: list.path, frequencies: counts.path) }
            #expect(reason == "it has none of the words of \(list.path).", "\(lines)")
        }
        #expect(
            refusal { try load(path: list.path, frequencies: folder.appending(path: "none").path) }
                == "the file does not exist.")
    }

    // MARK: Languages

    nonisolated private static let greek = "αγορά άγιος λόγος μύθος φως γη ήλιος ψωμί ώρα ξένος"
    nonisolated private static let cyrillic = "слово ёлка йод мышь объём игра щука эхо юг я"
    nonisolated private static let german = "straß groß fuß äpfel öl über grün maß hütte wort"
    nonisolated private static let french = "été forêt garçon noël maïs île où œuf mot café"

    private func load(words: String, foldingAccents: Bool = false) throws -> Loaded {
        try load(words.replacing(" ", with: "\n"), foldingAccents: foldingAccents)
    }

    @Test(
        "contains its words of 2 to 5 letters in any case, composed or decomposed",
        arguments: [greek, cyrillic, german, french], [true, false])
    func everyForm(text: String, isFolded: Bool) throws {
        let decomposed = text.decomposedStringWithCanonicalMapping
        for list in [text, decomposed] {
            let loaded = try load(words: list, foldingAccents: isFolded)
            for word in text.split(separator: " ").map(String.init) where (2...5).contains(word.count) {
                let forms = [word, word.capitalized, word.decomposedStringWithCanonicalMapping]
                #expect(forms.allSatisfy(loaded.has), "\(word)")
            }
            #expect(!loaded.has("я") && !loaded.has("garçon") && !loaded.has("cat"))
        }
    }

    @Test("in Greek has its words in capitals, with the final sigma as a sigma")
    func greek() throws {
        let (plain, folded) = try (load(words: Self.greek), load(words: Self.greek, foldingAccents: true))
        #expect(plain.letters.isSuperset(of: ["Σ", "Ό", "Ή"]) && !plain.letters.contains("ς"))
        #expect(folded.letters.isDisjoint(with: ["Ό", "Ή", "Ώ"]))
        #expect(folded.letters.isSuperset(of: ["Ο", "Η", "Ω"]) && folded.has("ΛΟΓΟΣ") && !plain.has("ΛΟΓΟΣ"))
    }

    @Test("has accented letters as letters, or as the plain ones if accents are folded")
    func accents() throws {
        let (plain, folded) = try (load(words: Self.french), load(words: Self.french, foldingAccents: true))
        #expect(plain.has("été") && !plain.has("ete"))
        #expect(plain.letters.isSuperset(of: ["É", "Ê", "Ë", "Ï", "Î", "Ù", "Œ"]))
        #expect(folded.has("ete") && folded.has("été") && folded.letters.isDisjoint(with: ["É", "Ê", "Ë"]))
        // Œ is a letter, not an accent.
        #expect(folded.letters.contains("Œ"))
    }

    @Test("keeps the letters Ё and Й apart from Е and И")
    func cyrillic() throws {
        let loaded = try load(words: Self.cyrillic)
        #expect(loaded.letters.isSuperset(of: ["Ё", "Й", "Ъ", "Ь", "Щ"]))
        #expect(loaded.has("ёлка") && !loaded.has("елка") && loaded.has("йод") && !loaded.has("иод"))
    }

    @Test("keeps a sharp s as one letter, and umlauts apart from plain letters")
    func german() throws {
        let loaded = try load(words: Self.german)
        #expect(loaded.has("straß") && loaded.has("STRAẞ") && loaded.has("fuß") && loaded.has("FUẞ"))
        #expect(!loaded.has("strass") && !loaded.has("STRASS"))
        #expect(loaded.letters.intersection(["ß", "ẞ"]).count == 1)
        #expect(loaded.has("Öl") && !loaded.has("ol") && loaded.has("U\u{308}BER") && !loaded.has("uber"))
    }
}

/// Collects the warnings of a logger.
nonisolated private final class Warnings: LogHandler {
    private let messages = Mutex<[String]>([])

    var all: [String] { messages.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .warning }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { messages.withLock { $0.append(event.message.description) } }
}
