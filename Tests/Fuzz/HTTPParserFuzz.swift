// A libFuzzer target: see run.sh.

@testable import EventIO

/// Checks one input: the parser must not crash, and however the input is split the outcomes are the same.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzHTTPParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    let whole = outcomes(of: [input[...]])
    // The point comes from the input, so that libFuzzer can find the split that matters and repeat it.
    let sum = input.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    let point = input.isEmpty ? 0 : Int(sum % UInt64(input.count))
    precondition(outcomes(of: [input[..<point], input[point...]]) == whole, "split at \(point)")
    precondition(outcomes(of: input.indices.map { input[$0...$0] }) == whole, "byte by byte")
    return 0
}

/// Feeds the pieces as a connection does: bytes that were not consumed come again with more behind them.
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
    precondition(request.isVersion11 ? !request.authority.isEmpty : true, "a request of 1.1 has an authority")
    let names = ["host", "a", "connection", "expect", "content-length", "transfer-encoding"]
    let fields = names.map { "\($0)=\(request.header($0) ?? "none")" }.joined(separator: ",")
    return "\(request.method) \(request.path) \(request.query ?? "none") \(request.authority) "
        + "\(request.isVersion11) \(request.keepsAlive) \(fields) \(request.body)"
}
