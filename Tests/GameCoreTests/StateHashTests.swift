import GameCore
import Testing

/// A reference implementation of 32-bit FNV-1a, in 64-bit arithmetic.
func referenceHash(_ text: String) -> String {
    var hash: UInt64 = 2_166_136_261
    for byte in Array(text.utf8) { hash = ((hash ^ UInt64(byte)) * 16_777_619) % 4_294_967_296 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
}

@Suite("A state hash")
struct StateHashTests {
    @Test(
        "has a reference implementation that matches published values",
        arguments: [("", "811c9dc5"), ("a", "e40c292c"), ("foobar", "bf9cf968")])
    func published(text: String, hash: String) {
        #expect(referenceHash(text) == hash)
    }

    @Test("is FNV-1a of the sequence and the boards' texts")
    func example() throws {
        let board = try Board(text: "CAT../....#/...../...../.....")
        let sequence = try #require(SequenceNumber(42))
        let hash = StateHash(sequence: sequence, boards: [board])
        #expect(hash.description == referenceHash("42\n0:CAT../....#/...../...../....."))
        let two = StateHash(sequence: sequence, boards: [board, Board(number: 12)])
        let text = "42\n0:CAT../....#/...../...../.....\n12:...../...../...../...../....."
        #expect(two.description == referenceHash(text))
    }

    @Test("is formatted with eight digits, including leading zeros")
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
}
