import Testing

@testable import EventIO

@Suite("However the bytes are split, the parser")
struct HTTPParserSplitTests {
    @Test("refuses the same", arguments: RefusedInput.all)
    func refused(_ input: RefusedInput) {
        checkSplits(of: input.bytes)
    }

    @Test("accepts the same", arguments: AcceptedInput.all)
    func accepted(_ input: AcceptedInput) {
        checkSplits(of: Array(input.text.utf8))
    }

    @Test("finds the same requests around a refusal in a pipeline")
    func pipelines() {
        for refused in RefusedInput.all where refused.bytes.count < 500 {
            checkSplits(of: Array(get("/a").utf8) + refused.bytes + Array(get("/b").utf8))
        }
    }

    private func checkSplits(of bytes: [UInt8]) {
        let whole = ParserScript.outcomes(of: [bytes[...]])
        #expect(ParserScript.outcomes(of: bytes.indices.map { bytes[$0...$0] }) == whole, "byte by byte")
        // Long inputs repeat themselves: their seams are at the start and at the end.
        for point in bytes.indices where point < 400 || point > bytes.count - 400 {
            let outcomes = ParserScript.outcomes(of: [bytes[..<point], bytes[point...]])
            guard outcomes != whole else { continue }
            Issue.record("split at \(point): \(outcomes) instead of \(whole)")
        }
    }
}
