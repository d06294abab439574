import GameCore
import Testing

@Suite("A letter")
struct LetterTests {
    @Test(
        "is converted to upper case",
        arguments: zip(
            ["a", "Z", "é", "ж", "σ", "ς", "ñ", "ǆ", "ı"], ["A", "Z", "É", "Ж", "Σ", "Σ", "Ñ", "Ǆ", "I"]))
    func upperCase(typed: String, shown: String) {
        #expect(Letter(typed)?.text == shown)
    }

    @Test("is, in ASCII, one of A to Z in either case", arguments: 0...127)
    func ascii(code: UInt8) {
        let text = String(Unicode.Scalar(code))
        let isLetter = (65...90).contains(code) || (97...122).contains(code)
        #expect(Letter(text)?.text == (isLetter ? text.uppercased() : nil))
    }

    @Test(
        "may be of any script", arguments: ["ا", "א", "अ", "ก", "あ", "ア", "ー", "漢", "ა", "Ա", "ᚠ", "𐐨", "한"])
    func scripts(text: String) {
        #expect(Letter(text) != nil)
    }

    @Test(
        "loses accents but stays a letter of its own",
        arguments: zip(
            ["É", "é", "Ñ", "Ç", "Ế", "İ", "Ơ", "e\u{301}", "Ό", "ᾼ", "Ø", "Æ", "ß", "Ł", "Й", "A"],
            ["E", "E", "N", "C", "E", "I", "O", "E", "Ο", "Α", "Ø", "Æ", "ß", "Ł", "Й", "A"]))
    func accents(typed: String, plain: String) {
        #expect(Letter(typed)?.withoutAccents.text == plain)
    }

    @Test("is equal in composed and decomposed form")
    func canonicalEquivalence() {
        let pairs = [
            ("é", "e\u{301}"), ("Å", "A\u{30A}"), ("ǰ", "j\u{30C}"), ("\u{390}", "ι\u{308}\u{301}"),
            ("\u{1FB3}", "α\u{345}"), ("ṩ", "s\u{307}\u{323}"), ("한", "\u{1112}\u{1161}\u{11AB}"),
            ("K", "\u{212A}"),
        ]
        for (composed, decomposed) in pairs {
            #expect(Letter(composed) != nil)
            #expect(Letter(composed) == Letter(decomposed), "\(composed)")
            #expect(Letter(composed)?.hashValue == Letter(decomposed)?.hashValue, "\(composed)")
        }
    }

    @Test(
        "is unchanged if its upper case has several letters", arguments: ["ß", "ŉ", "ﬁ", "և", "\u{1FB3}"])
    func noUpperCase(text: String) {
        #expect(Letter(text)?.text == text)
    }

    @Test(
        "is converted if its upper case has several scalars but one letter",
        arguments: ["ǰ", "\u{390}", "ẖ"])
    func severalScalars(text: String) {
        #expect(Letter(text)?.text == text.uppercased())
        #expect(text.uppercased().count == 1)
    }

    @Test("in upper case is unchanged by another conversion, for every scalar")
    func idempotent() {
        var count = 0
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), let letter = Letter(String(scalar)) else { continue }
            count += 1
            let again = Letter(letter.text)
            if again != letter || again.map({ Array($0.text.utf8) }) != Array(letter.text.utf8) {
                Issue.record(
                    "U+\(String(value, radix: 16)) becomes \(letter), then \(String(describing: again))")
            }
            if letter.text.count != 1 || letter.text.utf8.count > Letter.maximumBytes {
                Issue.record("U+\(String(value, radix: 16)) becomes “\(letter)”")
            }
        }
        #expect(count > 40_000)
    }

    @Test("in upper case stays within the byte limit")
    func upperCaseIsBounded() throws {
        let typed = "ɐ" + String(repeating: "\u{301}", count: 15)  // U+2C6F, its upper case, has a byte more
        #expect(typed.utf8.count == 32)
        let letter = try #require(Letter(typed))
        #expect(Letter(letter.text) == letter)
    }

    @Test("has a bounded number of combining marks")
    func stacks() {
        #expect(Letter("z" + String(repeating: "\u{335}", count: 3)) != nil)
        #expect(Letter("z" + String(repeating: "\u{335}", count: 15)) != nil)
        #expect(Letter("z" + String(repeating: "\u{335}", count: 16)) == nil)
        #expect(Letter("z" + String(repeating: "\u{335}", count: 1_000_000)) == nil)
    }

    @Test(
        "is exactly one letter",
        arguments: ["", "AB", "ab", "éé", "漢字", " A", "A ", "A\n", "ij", "\u{202E}A"])
    func oneOnly(text: String) {
        #expect(Letter(text) == nil)
    }

    @Test(
        "is not a digit, symbol, emoji or invisible character",
        arguments: [
            "1", "٣", "Ⅷ", "½", "²", ".", "#", "/", "-", "…", "€", " ", "\u{A0}", "\u{2003}",
            "😀", "👨‍👩‍👧", "❤️", "🇩🇪", "🇩", "Ⓐ", "🄰", "🅰️", "ⓐ", "㊗️", "ℹ", "™", "1️⃣",
            "\0", "\t", "\n", "\r\n", "\u{7F}", "\u{85}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{202E}",
            "\u{2028}",
            "\u{FEFF}", "\u{AD}", "\u{301}", "\u{20DD}", "\u{FE0F}", "\u{E000}", "\u{FFFD}", "\u{FFFF}",
            "\u{378}",
            "\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}",
        ])
    func noLetter(text: String) {
        #expect(Letter(text) == nil)
    }

    @Test(
        "is not followed by invisible characters",
        arguments: [
            "\u{FE0F}", "\u{FE00}", "\u{E0100}", "\u{180B}", "\u{200B}", "\u{202E}", "\u{200D}", "\u{200C}",
            "\u{34F}", "\u{20DD}",
            "\u{20E3}",
            "\u{E0041}", "\u{17B5}", "\u{3164}",
        ])
    func hidden(tail: String) {
        #expect(Letter("A" + tail) == nil)
        #expect(Letter("漢" + tail) == nil)
    }

    @Test(
        "is kept in NFC when its upper case decomposes",
        arguments: ["\u{390}", "\u{3B0}", "\u{1FD2}", "\u{1FE2}"])
    func composedCapitals(text: String) throws {
        #expect(try #require(Letter(text)).text.unicodeScalars.count == 2)
    }
}
