// A libFuzzer target: see run.sh.

@testable import EventIO

/// Checks that the parser does not crash, and that its outcomes do not depend on how the input is split.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzHTTPParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    let whole = outcomes(of: [input[...]])
    // The split depends only on the input, so that libFuzzer can reproduce it.
    let sum = input.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    let point = input.isEmpty ? 0 : Int(sum % UInt64(input.count))
    precondition(outcomes(of: [input[..<point], input[point...]]) == whole, "split at \(point)")
    precondition(outcomes(of: input.indices.map { input[$0...$0] }) == whole, "byte by byte")
    return 0
}

/// Feeds the pieces as a connection does: unconsumed bytes are passed again, followed by the next piece.
private func outcomes(of pieces: [ArraySlice<UInt8>]) -> [String] {
    var parser = HTTPParser()
    var waiting: [UInt8] = []
    var outcomes: [String] = []
    for piece in pieces {
        waiting += piece
        while true {
            let (consumed, outcome) = waiting.withUnsafeBytes { parser.parse($0) }
            waiting.removeFirst(consumed)
            switch outcome {
            case .expectsContinue:
                outcomes.append("continue")
                continue
            case .request(let request):
                outcomes.append(describe(request))
                continue
            case .refused(let refusal): return outcomes + ["\(refusal)"]
            case .needsMore: break
            }
            break
        }
    }
    return outcomes + [parser.isInsideBody ? "inside a body" : "between or inside heads"]
}

private func describe(_ request: HTTPRequest) -> String {
    precondition(request.path.utf8.first == 0x2F || request.path == "*", "a path starts with a slash")
    precondition(request.body.count <= 16_384, "a body is bounded")
    precondition(request.isVersion11 ? !request.authority.isEmpty : true, "HTTP/1.1 requires an authority")
    let names = ["host", "a", "connection", "expect", "content-length", "transfer-encoding"]
    let fields = names.map { "\($0)=\(request.header($0) ?? "none")" }.joined(separator: ",")
    return "\(request.method) \(request.path) \(request.query ?? "none") \(request.authority) "
        + "\(request.isVersion11) \(request.keepsAlive) \(fields) \(request.body)"
}
