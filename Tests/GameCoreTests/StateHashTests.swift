import GameCore
import Testing

/// FNV-1a as its authors describe it, in wide arithmetic: the slow twin of what the game does.
func referenceHash(_ text: String) -> String {
    var hash: UInt64 = 2_166_136_261
    for byte in Array(text.utf8) { hash = ((hash ^ UInt64(byte)) * 16_777_619) % 4_294_967_296 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
}

/// The canonical text of `game`, put together from what a client is shown.
func canonicalText(_ game: Game) -> String {
    game.controller.boards.reduce(String(game.state.sequence.value)) { "\($0)\n\($1.number):\($1.text)" }
}

@Suite("A fingerprint")
struct StateHashTests {
    @Test(
        "of the twin agrees with published values",
        arguments: [("", "811c9dc5"), ("a", "e40c292c"), ("foobar", "bf9cf968")])
    func published(text: String, hash: String) {
        #expect(referenceHash(text) == hash)
    }

    @Test("is FNV-1a over the sequence and the boards' texts")
    func example() throws {
        let board = try Board(text: "CAT../....#/...../...../.....")
        let sequence = try #require(SequenceNumber(42))
        let hash = StateHash(sequence: sequence, boards: [board])
        #expect(hash.description == referenceHash("42\n0:CAT../....#/...../...../....."))
        let two = StateHash(sequence: sequence, boards: [board, Board(number: 12)])
        let text = "42\n0:CAT../....#/...../...../.....\n12:...../...../...../...../....."
        #expect(two.description == referenceHash(text))
    }

    @Test("is written with eight digits, leading zeros too")
    func digits() throws {
        let boards = [Board()]
        var withZero = 0
        for number in 0..<2000 {
            let hash = StateHash(sequence: try #require(SequenceNumber(number)), boards: boards).description
            #expect(hash == referenceHash("\(number)\n0:...../...../...../...../....."))
            if hash.hasPrefix("0") { withZero += 1 }
        }
        #expect(withZero > 0)
    }

    @Test("counts the bytes of a letter as it was typed")
    func bytes() throws {
        for text in ["é", "e\u{301}", "漢", "ß"] {
            let table = try Table(seated: 1)
            try table.write(text, on: "a1", by: .ann)
            #expect(table.game.state.hash.description == referenceHash(canonicalText(table.game)))
        }
    }
}
