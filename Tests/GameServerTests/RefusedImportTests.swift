import EventIO
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("An imported document")
struct RefusedImportTests {
    private typealias Sample = ImportSample

    private static let huge = "\(Int.max)"
    private static let tiny = "\(Int.min)"
    private static let long = { (count: Int) in "'" + JSONCorpus.repeating("x", count) + "'" }

    private static let refused: [(name: String, document: String)] = [
        ("an empty object", "{}"), ("a list", "[]"), ("no text", " "), ("half a document", "{'format':"),
        ("no format", Sample.document(["format": ""])),
        ("another format", Sample.document(["format": "'ipuz'"])),
        ("another version", Sample.document(["version": "2"])),
        ("a version as text", Sample.document(["version": "'1'"])),
        ("an unknown key", Sample.document(["more": "1"])), ("no setup", Sample.document(["setup": ""])),
        ("no events", Sample.document(["events": ""])),
        ("events that are not a list", Sample.document(["events": "{'0':{}}"])),
        ("an event that is not an object", Sample.document(["events": "[1]"])),
        ("no time of writing", Sample.document(["written": ""])),
        ("unknown rules", Sample.document(setup: ["rules": "'chess'"])),
        ("no rules", Sample.document(setup: ["rules": ""])),
        ("unknown options", Sample.document(setup: ["options": "{'opne':true}"])),
        ("a bad board", Sample.document(setup: ["options": "{'board':'CAT'}"])),
        ("a bad title", Sample.document(setup: ["title": "'\\u202eevil'"])),
        ("a long title", Sample.document(setup: ["title": long(81)])),
        ("a bad time", Sample.document(setup: ["created": "'yesterday'"])),
        ("a gap", Sample.played(Sample.edit(), Sample.edit(["sequence": "3", "cell": "1"]))),
        ("a start at 0", Sample.played(Sample.edit(["sequence": "0"]))),
        (
            "the same number twice",
            Sample.played(Sample.edit(), Sample.edit(["sequence": "1", "cell": "1"]))
        ),
        ("a negative number", Sample.played(Sample.edit(["sequence": "-1"]))),
        ("a wrong hash", Sample.played(Sample.edit(["hash": "'00000000'"]))),
        ("no hash", Sample.played(Sample.edit(["hash": ""]))),
        ("a changed letter", Sample.played(Sample.edit(["hash": "'5f0c1d9e'", "value": "'B'"]))),
        ("an unknown type", Sample.played(["type": "'cell.exploded'"])),
        ("no type", Sample.played(["cell": "1"])), ("cell 25", Sample.document(Sample.edit(["cell": "25"]))),
        ("cell -1", Sample.played(Sample.edit(["cell": "-1"]))),
        ("cell as text", Sample.played(Sample.edit(["cell": "'a1'"]))),
        ("board 1", Sample.played(Sample.edit(["board": "1"]))),
        ("board -1", Sample.played(Sample.edit(["board": "-1"]))),
        ("a huge board", Sample.played(Sample.edit(["board": huge]))),
        ("two letters", Sample.played(Sample.edit(["value": "'AB'"]))),
        ("a digit", Sample.played(Sample.edit(["value": "'7'"]))),
        ("by seat 13", Sample.played(Sample.edit(["by": "13"]))),
        ("seat 0", Sample.played(Sample.seat(["seat": "0"]))),
        ("seat 13", Sample.played(Sample.seat(["seat": "13"]))),
        ("a bad name", Sample.played(Sample.seat(["name": "'a\\u0000b'"]))),
        ("an empty name", Sample.played(Sample.seat(["name": "''"]))),
        ("a hidden character in a name", Sample.played(Sample.seat(["name": "'in\\u200bvisible'"]))),
        ("a long name", Sample.played(Sample.seat(["name": long(33)]))),
        ("a bad colour", Sample.played(Sample.seat(["colour": "'red'"]))),
        ("a long prompt", Sample.played(Sample.seat(), Sample.prompt(["message": long(5000)]))),
        ("a prompt without buttons", Sample.played(Sample.seat(), Sample.prompt(["buttons": "[]"]))),
        (
            "an opening backwards",
            Sample.opened(Sample.edit(["sequence": "2"]), Sample.edit(["sequence": "1"]))
        ),
        ("one number twice in an opening", Sample.opened(Sample.edit(), Sample.edit(["sequence": "1"]))),
        ("an opening at 0", Sample.opened(Sample.edit(["sequence": "0"]))),
        ("an opening with a wrong hash", Sample.opened(Sample.edit(["hash": "'00000000'"]))),
        ("an opening with a digit", Sample.opened(Sample.edit(["value": "'7'"]))),
        ("one seat twice in an opening", Sample.opened(Sample.seat(), Sample.seat(["name": "'Ben'"]))),
        ("a prompt again in an opening", Sample.opened(Sample.seat(), Sample.prompt(), Sample.prompt())),
        ("an opening that ends twice", Sample.opened(Sample.ended, Sample.ended)),
        ("an opening in the future", Sample.opened(Sample.edit(["time": "'2024-02-29T13:30:01.000Z'"]))),
        ("an opening beyond all games", Sample.opened(Sample.edit(["sequence": "1000000000001"]))),
        ("an opening with the largest number", Sample.opened(Sample.edit(["sequence": huge]))),
        ("an opening of a word square", Sample.opened(Sample.seat(), rules: "'square'")),
        ("an opening of a room", Sample.opened(Sample.seat(), rules: "'room'")),
        ("an opening of unknown rules", Sample.opened(Sample.seat(), rules: "'chess'")),
        ("an opening that is not a list", Sample.document(setup: ["opening": "{}"])),
        (
            "events that do not follow the opening",
            Sample.opened(Sample.edit(["sequence": "5"]), events: Sample.list([Sample.edit()]))
        ),
    ]

    /// These may be accepted or refused, but do no harm, at once or when the game goes on.
    private static let strange: [(name: String, document: String)] = {
        let end = { (seconds: String) in ["type": "'game.finished'", "result": "{'seconds':\(seconds)}"] }
        let unlocked = ["type": "'board.unlocked'"]
        let (far, early) = ("'9999-12-31T23:59:59.999Z'", "'0001-01-01T00:00:00.000Z'")
        return [
            ("a game that ends twice", Sample.played(end("1"), end("1"))),
            ("an edit after the end", Sample.played(end("1"), Sample.edit())),
            ("a seat taken twice", Sample.played(Sample.seat(), Sample.seat(["name": "'Ben'"]))),
            ("a huge sequence", Sample.played(Sample.edit(["sequence": huge]))),
            ("huge seconds", Sample.played(end(huge))),
            ("negative seconds", Sample.document(end("-\(huge)"))),
            ("9e15 seconds", Sample.played(end("9e15"))),
            ("the largest away", Sample.document(["away": huge])),
            ("a negative away", Sample.document(["away": tiny])),
            ("a setup with the largest away", Sample.document(setup: ["away": huge])),
            ("a setup with a negative away", Sample.document(setup: ["away": tiny])),
            ("an event with the largest away", Sample.played(Sample.edit(["away": huge]))),
            ("an event with a negative away", Sample.played(Sample.edit(["away": tiny]))),
            ("a setup far in the future", Sample.document(setup: ["created": far])),
            ("an event far in the past", Sample.played(Sample.edit(["time": early]))),
            ("written far in the future", Sample.document(["written": far])),
            ("a huge prompt", Sample.played(Sample.seat(), Sample.prompt(["id": huge]))),
            ("a negative prompt", Sample.played(Sample.seat(), Sample.prompt(["id": tiny]))),
            ("a prompt without deciders", Sample.played(Sample.prompt(["deciders": "[]"]))),
            ("a prompt with unknown deciders", Sample.played(Sample.prompt(["deciders": "[7,8]"]))),
            ("a prompt twice", Sample.played(Sample.seat(), Sample.prompt(), Sample.prompt())),
            ("an eternal prompt", Sample.played(Sample.seat(), Sample.prompt(["expires": far]))),
            (
                "an answer to a missing prompt",
                Sample.played(["type": "'prompt.answered'", "prompt": "1", "by": "1", "button": "9"])
            ),
            (
                "the dismissal of a missing prompt",
                Sample.played(["type": "'prompt.dismissed'", "prompt": huge, "button": huge])
            ),
            ("a missing seat left", Sample.played(["type": "'seat.left'", "seat": "5"])),
            (
                "a missing seat recoloured",
                Sample.played(["type": "'seat.recoloured'", "seat": "5", "colour": "'#112233'"])
            ),
            ("an unlocked board unlocked", Sample.played(unlocked)),
            ("another previous letter", Sample.played(Sample.edit(["previous": "'Q'"]))),
            (
                "a board with a block",
                Sample.document(setup: ["options": "{'board':'#..../...../...../...../.....'}"])
            ),
            (
                "a rematch with its own id",
                Sample.played(["type": "'rematch.started'", "game": "'elsewhere'"])
            ),
            (
                "a rematch with the lobby's id",
                Sample.played(["type": "'rematch.started'", "game": "'lobby'"])
            ),
            ("a previous game that is missing", Sample.document(setup: ["previous": "'nowhere123'"])),
            ("the id of the lobby", Sample.document(setup: ["id": "'lobby'"])),
        ]
    }()

    private let client: FrontDoorClient

    @Test("may begin after an opening with gaps, and the game goes on from there")
    func opening() throws {
        let left = ["type": "'seat.left'", "seat": "7", "sequence": "9"]
        let opening = Sample.opened(
            Sample.edit(["sequence": "5", "by": "3"]), ["type": "'board.unlocked'", "sequence": "8"], left,
            Sample.seat(["sequence": "20"]),
            [
                "type": "'prompt.answered'", "prompt": "4", "by": "1", "button": "0",
                "sequence": "1000000000000",
            ])
        let made = try send(opening)
        #expect(made.outcome == "201" && made["sequence"] == .number(1_000_000_000_000), "\(made)")
        let (path, token) = ("/games/" + made["id"].string, made["host"]["token"].string)
        #expect(try client.ask(.get, path + "/board")["text"].text == "A..../...../...../...../.....")
        let locked = try client.ask(.post, path + "/actions/lock", json: "{}", token: token)
        #expect(locked.status == 200 && locked["sequence"] == .number(1_000_000_000_001))
        let history = try client.ask(.get, path + "/history").text.split(separator: "\n")
        #expect(history.count == 1)
        #expect(try client.ask(.get, path + "/board?at=5").outcome == "404 no-such-moment")
        #expect(try send(client.ask(.get, path + "/export").text).status == 201)
    }

    init() throws {
        client = try FrontDoorClient()
    }

    private func send(_ document: String) throws -> FrontDoorClient.Reply {
        try client.ask(.post, "/games/import", json: document.replacing("'", with: "\""))
    }

    @Test("is refused as a whole if it is invalid, and no game is made")
    func invalid() throws {
        let before = try client.ask(.get, "/games?limit=100").text
        for (name, document) in Self.refused {
            let answer = try send(document)
            #expect(
                ["400 malformed-json", "422 invalid-value", "422 unknown-key", "422 unknown-rules"]
                    .contains(answer.outcome), "\(name): \(answer)")
        }
        let crowd = Sample.played((1...17).map { Sample.seat(["seat": "\($0)"]) })
        #expect(try send(crowd).outcome == "422 invalid-value")
        let broken = Array(Sample.document().replacing("'", with: "\"").utf8) + [0xFF, 0xFE]
        let answer = try client.ask(.post, "/games/import", broken, type: "application/json")
        #expect(answer.outcome == "400 malformed-json")
        #expect(try client.ask(.get, "/games?limit=100").text == before)
    }

    @Test("that is cut off anywhere is refused")
    func truncated() throws {
        let document = Sample.played(Sample.seat(), Sample.edit())
        #expect(try send(document).status == 201)
        for length in stride(from: 1, to: document.count, by: 7) {
            #expect(try send(String(document.prefix(length))).outcome == "400 malformed-json")
        }
    }

    @Test("that is strange does no harm, at once or when the game goes on")
    func strange() throws {
        try client.unchanged("/games/lobby") {
            for (name, document) in Self.strange {
                let answer = try send(document)
                #expect([201, 400, 422].contains(answer.status), "\(name): \(answer)")
                if answer.status == 201 { try playOn(answer) }
            }
        }
    }

    /// Makes requests about an imported game; the client fails the test if one is answered with an error.
    private func playOn(_ made: FrontDoorClient.Reply) throws {
        let (path, host) = ("/games/" + made["id"].string, made["host"]["token"].text)
        let seat = try client.ask(.post, path + "/seats", json: #"{"name":"Late"}"#)
        for token in [nil, host] + (seat.status == 201 ? [seat["token"].text] : []) {
            for name in ["clear", "undo", "lock", "unlock", "close", "rematch"] {
                let answer = try client.ask(.post, path + "/actions/" + name, json: "{}", token: token)
                #expect(answer.status < 500)
            }
            #expect(
                try client.ask(.post, path + "/board/cells/3", json: #"{"value":"Z"}"#, token: token).status
                    < 500)
        }
        for part in ["", "/board", "/board?at=0", "/board.svg", "/history", "/export", "/actions"] {
            #expect(try client.ask(.get, path + part).status == 200, "\(part)")
        }
        let copy = try client.ask(.get, path + "/export").text
        #expect([201, 400, 422].contains(try client.ask(.post, "/games/import", json: copy).status))
    }
}
