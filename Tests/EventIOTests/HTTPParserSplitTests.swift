import Testing

@testable import EventIO

@Suite("The parser, given split input")
struct HTTPParserSplitTests {
    @Test("refuses it like unsplit input", arguments: RefusedInput.all)
    func refused(_ input: RefusedInput) {
        checkSplits(of: input.bytes)
    }

    @Test("accepts it like unsplit input", arguments: AcceptedInput.all)
    func accepted(_ input: AcceptedInput) {
        checkSplits(of: Array(input.text.utf8))
    }

    @Test("returns the same requests before a refusal in a pipeline")
    func pipelines() {
        for refused in RefusedInput.all where refused.bytes.count < 500 {
            checkSplits(of: Array(get("/a").utf8) + refused.bytes + Array(get("/b").utf8))
        }
    }

    private func checkSplits(of bytes: [UInt8]) {
        let whole = ParserScript.outcomes(of: [bytes[...]])
        #expect(ParserScript.outcomes(of: bytes.indices.map { bytes[$0...$0] }) == whole, "byte by byte")
        // Long inputs repeat themselves in the middle.
        for point in bytes.indices where point < 400 || point > bytes.count - 400 {
            let outcomes = ParserScript.outcomes(of: [bytes[..<point], bytes[point...]])
            guard outcomes != whole else { continue }
            Issue.record("split at \(point): \(outcomes) instead of \(whole)")
        }
    }
}
