import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

/// What joins the character before it, or after it, so that Swift sees one character.
private nonisolated let joiners = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20DD}", "\u{93E}"]

@Suite("Text in documents of other languages")
struct MarkupTests {
    @Test("markup is escaped also where a combining mark joins it", arguments: [""] + joiners)
    func escapes(mark: String) {
        let text = "<\(mark)img src=\"\(mark)x\"\(mark) onerror=a&\(mark)b>\(mark)"
        let escaped = Markup.escaped(text)
        #expect(!escaped.unicodeScalars.contains { "<>\"".unicodeScalars.contains($0) })
        var plain = Array(escaped.unicodeScalars)
        for (reference, scalar) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
            plain.replace(Array(reference.unicodeScalars), with: Array(scalar.unicodeScalars))
        }
        #expect(plain == Array(text.unicodeScalars))
    }

    @Test("a page of a refusal shows its title and detail as text", arguments: [""] + joiners)
    func errorPage(mark: String) throws {
        let kind = ProblemKind(status: 404, code: "x", title: "<\(mark)b>", meaning: "")
        let refusal = Problem(kind, "There is no <\(mark)script>\(mark) here.").response()
        let request = HTTPRequest(method: .get, path: "/", headers: [("accept", "text/html")])
        let page = String(decoding: ErrorPage.replacing(refusal, for: request).body, as: UTF8.self)
        #expect(page.unicodeScalars.count { $0 == "<" } == emptyPage.unicodeScalars.count { $0 == "<" })
        #expect(page.unicodeScalars.count { $0 == ">" } == emptyPage.unicodeScalars.count { $0 == ">" })
    }

    private var emptyPage: String {
        let refusal = Problem(ProblemKind(status: 404, code: "x", title: "", meaning: ""), "").response()
        let request = HTTPRequest(method: .get, path: "/", headers: [("accept", "text/html")])
        return String(decoding: ErrorPage.replacing(refusal, for: request).body, as: UTF8.self)
    }

    @Test("a text cannot end its value in JSON and in log lines", arguments: joiners)
    func values(mark: String) throws {
        let text = "a\"\(mark) b=\(mark)c\n\(mark)level=error \\\(mark)\""
        let json = JSONWriter.object { $0.field("text", text) }
        let read = try #require(JSONValue(parsing: String(decoding: json, as: UTF8.self)))
        #expect(read["text"].string.unicodeScalars.elementsEqual(text.unicodeScalars))
        for format in LogFormat.allCases {
            let line = String(decoding: format.line([("msg", .text(text))]), as: UTF8.self)
            #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
        }
    }
}
