import GameCore
import Testing

@Suite("A name")
struct NameTests {
    @Test("has up to 32 grapheme clusters, and a title up to 80")
    func length() throws {
        for unit in ["a", "é", "漢", "e\u{301}", "👍🏽"] {
            #expect(try PlayerName(String(repeating: unit, count: 32)).text.count == 32)
            #expect(refusal { try PlayerName(String(repeating: unit, count: 33)) }?.code == .invalidValue)
            #expect(try GameTitle(String(repeating: unit, count: 80)).text.count == 80)
            #expect(refusal { try GameTitle(String(repeating: unit, count: 81)) }?.code == .invalidValue)
        }
    }

    @Test("with an excessive number of combining marks is refused")
    func stacks() {
        #expect(
            refusal { try PlayerName("z" + String(repeating: "\u{335}", count: 100_000)) }?.code
                == .invalidValue)
    }

    @Test(
        "is trimmed and keeps its inner spaces",
        arguments: ["Ann Lee", " Ann Lee ", "\tAnn Lee\t ", "\u{A0}Ann Lee\u{3000}"])
    func trimmed(typed: String) throws {
        #expect(try PlayerName(typed).text == "Ann Lee")
        #expect(try GameTitle(typed).text == "Ann Lee")
    }

    @Test("is trimmed before its length is checked")
    func trimmedFirst() throws {
        #expect(try PlayerName("   " + String(repeating: "a", count: 32) + "   ").text.count == 32)
    }

    @Test(
        "has at least one visible character",
        arguments: [
            "", " ", "\t", "  \t ", "\u{A0}", "\u{2003}", "\u{3000}", "\u{FE0F}", "\u{3164}", "\u{34F}",
        ])
    func blank(typed: String) {
        #expect(refusal { try PlayerName(typed) }?.code == .invalidValue)
        #expect(refusal { try GameTitle(typed) }?.code == .invalidValue)
    }

    @Test(
        "has no control, direction, zero-width or unassigned character",
        arguments: [
            "\0", "\n", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}",
            "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}",
            "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{34F}", "\u{3164}",
            "\u{FFA0}",
            "\u{E0041}", "\u{E000}", "\u{378}", "\u{FFFE}",
        ])
    func harmful(text: String) {
        #expect(refusal { try PlayerName("A" + text + "B") }?.code == .invalidValue)
        #expect(refusal { try GameTitle("A" + text + "B") }?.code == .invalidValue)
    }

    /// Characters that are written with joiners or tags, in names, titles and clues.
    static let joined = [
        "👩\u{200D}🚀 Ann", "Ann 👩\u{200D}🚀", "🧑🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦",
        "🧔\u{200D}♂\u{FE0F}", "🐦\u{200D}⬛", "می\u{200C}خواهم", "نِ\u{200C}م", "क्\u{200D}ष", "क्\u{200C}ष",
        "ශ්\u{200D}රී",
        "র\u{200D}্যাব", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Iain", "🏴\u{200D}☠\u{FE0F}",
    ]

    /// Joiners and tags that no character is written with, and what remains of a clue without them.
    static let disjoined = [
        ("\u{200D}Ann", "Ann"), ("Ann\u{200D}", "Ann"), ("A\u{200D}nn", "Ann"), ("A\u{200C}nn", "Ann"),
        ("👩\u{200D}\u{200D}🚀", "👩🚀"), ("👩\u{200C}🚀", "👩🚀"), ("👩\u{200D} 🚀", "👩 🚀"), ("👩\u{200D}A", "👩A"),
        ("🚀\u{200D}", "🚀"), ("1\u{200D}2", "12"), ("می\u{200C}", "می"), ("می\u{200C}\u{200C}خ", "میخ"),
        ("م\u{200D}ن", "من"), ("می\u{200C} خ", "می خ"), ("क्\u{200D}", "क्"), ("क\u{200D}ष", "कष"),
        ("क्\u{200D}\u{200D}ष", "क्ष"), ("가\u{200D}나", "가나"), ("🇰\u{200D}🇷", "🇰🇷"),
        ("🏴\u{E0067}\u{E0062}", "🏴"), ("🏴\u{E0067}\u{E007F}", "🏴"),
        ("A\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "A"),
        ("🏴" + String(repeating: "\u{E0067}", count: 7) + "\u{E007F}", "🏴"), ("👩\u{200D}\u{202E}🚀", "👩🚀"),
        ("🏴\u{E0041}\u{E0042}\u{E0043}\u{E007F}", "🏴"),
    ]

    @Test("keeps the joiners and tags with which a character is written", arguments: NameTests.joined)
    func joiners(text: String) throws {
        #expect(try PlayerName(text).text == text)
        #expect(try GameTitle(text).text == text)
        #expect(Array(try PuzzleText.line(text, "clue").unicodeScalars) == Array(text.unicodeScalars))
        #expect(try PuzzleText.notes("a\n" + text) == "a\n" + text)
    }

    @Test("has no other joiners and tags, and clues lose them", arguments: NameTests.disjoined)
    func strayJoiners(text: String, clue: String) throws {
        #expect(refusal { try PlayerName(text) }?.code == .invalidValue)
        #expect(refusal { try GameTitle(text) }?.code == .invalidValue)
        #expect(Array(try PuzzleText.line(text, "clue").unicodeScalars) == Array(clue.unicodeScalars))
    }

    @Test(
        "may use any script and emoji",
        arguments: ["Ана", "أحمد", "山田 太郎", "Zoë", "😀", "❤️", "O’Neil", "R2-D2"])
    func scripts(text: String) throws {
        #expect(try PlayerName(text).text == text)
    }
}

@Suite("A colour")
struct ColourTests {
    @Test(
        "is parsed from #rrggbb and stored in lower case",
        arguments: zip(["#2a9d8f", "#FFFFFF", "#aBcDeF"], ["#2a9d8f", "#ffffff", "#abcdef"]))
    func accepted(typed: String, kept: String) {
        #expect(Colour(typed)?.text == kept)
    }

    @Test(
        "is refused in any other format",
        arguments: [
            "", "#", "2a9d8f", "#2a9d8", "#2a9d8ff", "#2a9d8g", "#2a9 8f", " #2a9d8f", "#２a9d8f", "#2a9d8é",
            "red", "##a9d8f", "#-a9d8f", "#fff",
        ])
    func refused(typed: String) {
        #expect(Colour(typed) == nil)
    }

    @Test("has a different default for each of the twelve seats")
    func standard() {
        #expect(Set(Seat.all.map(Colour.standard(for:))).count == 12)
    }
}

@Suite("A game id")
struct GameIDTests {
    @Test(
        "has 1–32 letters, digits, hyphens and underscores",
        arguments: ["a", "lobby", "A-b_9", "-", String(repeating: "x", count: 32)])
    func accepted(text: String) {
        #expect(GameID(text)?.text == text)
        #expect(GameID(text)?.description == text)
    }

    @Test(
        "has no other characters and is not longer",
        arguments: [
            "", " ", "a b", "a/b", "..", "a.b", "é", "%41", "a\n", "a\0", String(repeating: "x", count: 33),
        ])
    func refused(text: String) {
        #expect(GameID(text) == nil)
    }

    @Test("is “lobby” for the lobby")
    func lobby() {
        #expect(GameID("lobby") == .lobby)
    }
}

@Suite("Numeric types")
struct NumberTests {
    @Test("a seat is between 1 and 60")
    func seats() {
        #expect(Seat.all.map(\.number) == Array(1...60))
        for number in [0, -1, 61, Int.max, Int.min] { #expect(Seat(number) == nil) }
        #expect(Seat.all == Seat.all.sorted())
    }

    @Test("a sequence number is at least 0 and has a successor")
    func sequences() {
        #expect(SequenceNumber(-1) == nil)
        #expect(SequenceNumber(0) == .zero)
        #expect(SequenceNumber.zero.next == SequenceNumber(1))
        #expect(SequenceNumber.zero < .zero.next)
        #expect(SequenceNumber(42)?.description == "42")
    }

    @Test("a timestamp adds and subtracts durations, truncated to milliseconds")
    func timestamps() {
        #expect(Timestamp.start + .milliseconds(1500) - .start == .milliseconds(1500))
        #expect(Timestamp.start - (.start + .seconds(2)) == .seconds(-2))
        #expect(Duration.microseconds(1999).wholeMilliseconds == 1)
        #expect(Duration.milliseconds(-1500).wholeMilliseconds == -1500)
        #expect(Timestamp.start < .second(1))
    }

    @Test("of very many flags are refused at once: they would take quadratic time to count")
    func manyFlags() {
        let flags = String(repeating: "\u{1F1E9}", count: 60_000)
        #expect(throws: RuleViolation.self) { try GameTitle(flags) }
        #expect(throws: RuleViolation.self) { try PlayerName(flags) }
    }
}
