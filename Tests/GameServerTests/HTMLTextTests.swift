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
        ])
    func plain(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
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
