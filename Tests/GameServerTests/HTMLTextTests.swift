import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("HTML in puzzle texts")
struct HTMLTextTests {
    @Test(
        "becomes plain text",
        arguments: [
            ("<i>Go</i> &amp; <b class=\"x\">stop</b>", "Go & stop"),
            ("caf&#233; caf&#xE9; caf&eacute;", "café café café"),
            ("one<br>two<br/>three<p>four</p>", "one\ntwo\nthree\nfour\n"),
            ("Q&A, 5 < 6 > 4, <3, & so on", "Q&A, 5 < 6 > 4, <3, & so on"),
            ("&amp;lt; &unknown; &#xD800; &#99999999999; &;", "&lt; &unknown; &#xD800; &#99999999999; &;"),
            ("<script>alert(1)</script>", "alert(1)"), ("a <b", "a <b"), ("<!-- no -->x", "x"),
            ("&ldquo;x&rdquo;&nbsp;", "“x” "), ("", ""),
            ("2<sup>10</sup> &times; H<sub>2</sub>O", "2¹⁰ × H₂O"), ("x<SUP>n+1</SUP>", "xⁿ⁺¹"),
            ("1<sup>st</sup>", "1st"), ("x<sup>a+b</sup>", "x^(a+b)"), ("5<sup>2", "52"), ("</sup>a", "a"),
            ("2<sup>2<sup>2</sup></sup>", "2²²"), ("10<sup>−3</sup>", "10⁻³"), ("y<sub><i>1</i></sub>", "y₁"),
            ("&hearts;&spades;&Delta;&frac34;&euro;&rarr;&infin;&pi;", "♥♠Δ¾€→∞π"),
            ("&CounterClockwiseContourIntegral;", "∳"),
            ("&Hearts; &hearts &unknown;", "&Hearts; &hearts &unknown;"),
            ("&#147;a&#148; &#x96; &#8212;", "“a” – —"), ("&NotEqualTilde;", "≂\u{338}"),
        ])
    func plain(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test("keeps what does not format text, in a format whose texts are mostly plain")
    func simple() {
        #expect(
            HTMLText.plain("<i>a</i> <script> <b>&amp;</b> <-- x", simpleTagsOnly: true)
                == "a <script> & <-- x")
    }

    @Test("is read in linear time")
    func long() {
        let text = String(repeating: "<sup>", count: 10_000) + String(repeating: "1</sup>", count: 10_000)
        #expect(HTMLText.plain(text).unicodeScalars.count == 10_000)
    }

    @Test(
        "escapes plain text so that it reads back, and leaves text without markup unchanged",
        arguments: [
            "Q&A, 5 < 6", "<i>no tag</i>", "&amp;", "&amp;lt;", "<a <b>", "</", "<!", "&&amp;;", "&#38;#38;",
            "<&lt;", "a<\u{301}b>",
        ])
    func escaped(text: String) {
        #expect(HTMLText.plain(HTMLText.escaped(text)) == text)
        #expect(HTMLText.escaped("Q&A, 5 < 6 > 4") == "Q&A, 5 < 6 > 4")
    }
}
