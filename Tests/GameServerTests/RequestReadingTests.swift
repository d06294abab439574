import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

/// Bodies, queries, conditions, preferences and client addresses of requests.
struct RequestReadingTests {
    private func request(_ body: String, type: String? = nil) -> HTTPRequest {
        HTTPRequest(
            method: .post, path: "/board/cells/12", headers: type.map { [("content-type", $0)] } ?? [],
            body: Array(body.utf8))
    }

    private func edit(_ body: String, type: String? = nil) throws -> CellEditBody {
        let cell = try #require(CellIndex(12))
        return try CellEditBody(request(body, type: type), cell: cell)
    }

    private func code(_ work: () throws -> Void) -> String? {
        do { try work() } catch { return Problem(error).kind.code }
        return nil
    }

    @Test(
        "an edit may be JSON, a form, or bare text, even if curl labels it as a form",
        arguments: [
            (#"{"value":"A","move":"m1"}"#, "application/json"),
            ("value=A&move=m1", "application/x-www-form-urlencoded"),
            ("A", "text/plain; charset=utf-8"), ("A", "application/x-www-form-urlencoded"), ("A\n", nil),
            ("A", nil),
        ] as [(String, String?)])
    func bodies(body: String, type: String?) throws {
        let read = try edit(body, type: type)
        #expect(read.entries.map(\.text) == ["A"])
        #expect(read.move == (body.contains("m1") ? "m1" : nil))
    }

    @Test("a long run of combining marks is refused, because normalizing it would take seconds")
    func marks() {
        let (form, json) = ("application/x-www-form-urlencoded", "application/json")
        for (mark, escape) in [
            ("\u{301}", #"\u0301"#), ("\u{316}\u{301}", #"\u0316\u0301"#), ("\u{1D165}", #"\ud834\uDD65"#),
        ] {
            let count = 513 / mark.unicodeScalars.count + 1
            let (raw, escaped) = (
                String(repeating: mark, count: count), String(repeating: escape, count: count)
            )
            let bodies = [
                ("a" + raw, "text/plain"), (#"{"value":"a\#(raw)"}"#, json),
                (#"{"value":"a\#(escaped)"}"#, json),
                (#"{"a\#(escaped)":1}"#, json), (#"{"\\\#(escaped)":1}"#, json),
                ("value=a" + raw.utf8.map { "%" + String($0, radix: 16) }.joined(), form),
            ]
            for (body, type) in bodies {
                #expect(code { _ = try edit(body, type: type) } == "invalid-text", "\(body)")
            }
        }
    }

    @Test(
        "512 combining marks, and characters that are not marks, are accepted",
        arguments: [
            String(repeating: "\u{301}", count: 512), String(repeating: "a\u{301}", count: 1000),
            String(repeating: #"\u0301"#, count: 512), String(repeating: #"\ud83d\ude00"#, count: 1000),
            String(repeating: #"\\u0301"#, count: 1000), String(repeating: "한", count: 1000),
        ])
    func fewMarks(text: String) throws {
        let body = request(#"{"a":"b\#(text)"}"#, type: "application/json")
        #expect(try RequestBody.object(body, known: nil).count == 1)
    }

    @Test("a body that is JSON but not an object is told so", arguments: ["42", "[]", "\"A\"", "null"])
    func notAnObject(body: String) {
        #expect(
            throws: UnreadableInput(.malformedJSON, "The body is JSON, but not an object.")
        ) { try edit(body, type: "application/json") }
    }

    @Test(
        "the fast path for flat JSON agrees with the parser: spaces, other scripts, duplicate keys, errors",
        arguments: [
            #"{"a":"b","c":0}"#, " {\t\"a\" :\r\n\"b c\" , \"d\": -7 } \n", #"{"a":"é"}"#,
            #"{"a":"1","a":"2"}"#,
            #"{"a":"\u0041"}"#, #"{"a": true}"#, #"{ }"#, #"{"a":[1, 2]}"#, #"{"a":007e1}"#, #"{"a":1 2}"#,
            #"{"a" "b"}"#, #"{"a":"b",}"#, "{\"a\":\"b\"}\u{B}", #"{"a":- 1}"#,
        ])
    func plain(body: String) {
        let read = try? RequestBody.object(request(body, type: "application/json"), known: nil)
        #expect(read.map(JSONValue.object) == JSONValue(parsing: body))
    }

    @Test("JSON types stay distinct: text, integers, fractions, booleans, null, arrays, objects")
    func kinds() throws {
        let json = #"{"a":"é","b":1,"c":1.5,"d":true,"e":null,"f":[0,false],"g":{"h":-2},"i":1e30,"j":-1e18}"#
        let read = try RequestBody.object(request(json, type: "application/json"), known: nil)
        #expect(
            read == [
                "a": .text("é"), "b": .number(1), "c": .fraction(1.5), "d": .flag(true), "e": .null,
                "f": .list([.number(0), .flag(false)]), "g": .object(["h": .number(-2)]),
                "i": .fraction(1e30),
                "j": .fraction(-1e18),
            ])
        #expect(try read.number("b") == 1)
        #expect(code { _ = try read.number("d") } == "invalid-value")
        #expect(code { _ = try read.flag("b") } == "invalid-value")
    }

    @Test(
        "a byte-order mark inside JSON is kept", arguments: ["\u{FEFF}A", #"\ufeffA"#, #"\uFeFfA"#])
    func marks(text: String) throws {
        let read = try edit("{\"value\":\"\(text)\"}", type: "application/json")
        #expect(read.entries[0].text.unicodeScalars.count == 2)
    }

    @Test("an escaped backslash before ufeff is not a byte-order mark")
    func backslashes() throws {
        let read = try edit(#"{"value":"a\\ufeffb"}"#, type: "application/json")
        #expect(read.entries[0].text == #"a\ufeffb"#)
    }

    @Test("bytes that are not UTF-8 are refused, including overlong forms and surrogates")
    func brokenText() {
        for bytes: [UInt8] in [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] {
            #expect(code { _ = try RequestBody.text(bytes) } == "invalid-text")
        }
    }

    @Test("a patch names each cell once, by index or square")
    func patches() throws {
        let good = request(#"{"cells":{"0":"C","b1":"A"},"move":"m"}"#, type: "application/json")
        #expect(try CellEditBody(patch: good).entries.map(\.cell.position) == [0, 1])
        let twice = request(#"{"cells":{"0":"C","a1":"A"}}"#, type: "application/json")
        #expect(code { _ = try CellEditBody(patch: twice) } == "invalid-value")
        let unknown = request(#"{"cells":{"z9":"C"}}"#, type: "application/json")
        #expect(code { _ = try CellEditBody(patch: unknown) } == "no-such-cell")
    }

    @Test("numbers in a query must be plain digits and in range")
    func queries() throws {
        let query = try Query("after=42&wait=25&limit=0&bad=-1&big=99999999999999999999&empty=")
        #expect(try query.sequence("after")?.value == 42)
        #expect(try query.number("wait", in: 0...25) == 25)
        #expect(try query.number("absent", in: 0...25) == nil)
        for name in ["limit", "bad", "big", "empty"] {
            #expect(code { _ = try query.number(name, in: 1...100) } == "invalid-query")
        }
        #expect(code { _ = try Query("a=%FF") } == "invalid-query")
    }

    @Test(
        "the medium follows Accept, its quality values and its specificity",
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("text/plain", "text/plain"),
            ("image/*", "image/svg+xml"), ("text/plain;q=0.5, image/svg+xml", "image/svg+xml"),
            ("application/json;q=0, */*;q=0.1", "text/plain"), ("text/html", nil),
            ("application/json;q=0", nil),
        ] as [(String?, String?)])
    func accept(header: String?, expected: String?) {
        #expect(Accept.choose(header, from: ["application/json", "text/plain", "image/svg+xml"]) == expected)
    }

    @Test(
        "the live board, which never ends, is chosen by its name only",
        arguments: [
            ("text/x-ansi", .ansi), ("TEXT/X-ANSI", .ansi), ("text/x-ansi, text/plain;q=0.9", .ansi),
            ("text/plain, text/x-ansi", .text), ("text/*;q=0.9, text/plain;q=0", nil), ("text/*", .text),
            ("*/*, application/json;q=0.1", .text), ("", .json), (nil, .json), ("*/*", .json),
        ] as [(String?, BoardMedium?)])
    func liveBoard(header: String?, expected: BoardMedium?) {
        #expect(BoardMedium(accepted: header) == expected)
    }

    @Test("entity tags are compared weakly for reading")
    func tags() {
        #expect(EntityTags.weaklyMatch("\"41\", W/\"42\"", "\"42\""))
        #expect(EntityTags.weaklyMatch("*", "\"42\""))
        #expect(!EntityTags.weaklyMatch("42", "\"42\""))
        #expect(EntityTags.sequence("W/\"42\"") == nil)
        #expect(EntityTags.sequence("\"42\"") == 42)
        #expect(EntityTags.sequence("\"42-txt\"") == 42 && EntityTags.sequence("\"42-svg-s1\"") == 42)
        #expect(EntityTags.sequence("\"42-gif\"") == nil && EntityTags.sequence("\"42-txt-s1-s2\"") == nil)
    }
}
