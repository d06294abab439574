// A libFuzzer target: see run.sh.

import EventIO
import GameCore

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

private let router = MainActor.assumeIsolated { Router(RouteTable.all) }

/// Checks one input: a request target on the first line, header values on the others.
///
/// Reading must not crash, a path means the same however it is escaped, and parsed header values round-trip.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzAddress(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    MainActor.assumeIsolated {
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        // The parser accepts only these bytes in a target.
        let target = (lines.first ?? []).filter { (0x21...0x7E).contains($0) }
        let parts = target.split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
        checkPath(parts.first ?? [])
        if parts.count == 2 { checkQuery(String(decoding: parts[1], as: UTF8.self)) }
        for line in lines.dropFirst() { checkHeader(String(decoding: line, as: UTF8.self)) }
    }
    return 0
}

@MainActor
private func checkPath(_ path: ArraySlice<UInt8>) {
    guard let found = try? router.find(String(decoding: path, as: UTF8.self)) else { return }
    let pattern = found.route.pattern
    let segments = pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
        guard segment.hasPrefix("{") else { return escaped(String(segment)) }
        return escaped(found.parameters[String(segment.dropFirst().dropLast())] ?? "")
    }
    guard let again = try? router.find(segments.joined(separator: "/")) else {
        preconditionFailure("a path is found when all of it is escaped")
    }
    precondition(again.route.pattern == pattern, "escaping does not change the route")
    for name in ["id", "game", "cell", "board", "seat", "prompt", "name", "code", "word", "puzzle"] {
        precondition(again.parameters[name] == found.parameters[name], "escaping changes no parameter")
    }
    _ = found.parameters["cell"].flatMap(CellIndex.init(name:))
    if let id = found.parameters["id"].flatMap(GameID.init(_:)) {
        precondition(escaped(id.text).count == 3 * id.text.utf8.count, "an id is ASCII")
    }
}

@MainActor
private func checkQuery(_ text: String) {
    guard let pairs = PercentCoding.pairs(text), let query = try? Query(text) else { return }
    let written = pairs.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
    let again = PercentCoding.pairs(written) ?? []
    precondition(again.map(\.name) == pairs.map(\.name), "names round-trip")
    precondition(again.map(\.value) == pairs.map(\.value), "values round-trip")
    for (name, value) in pairs {
        let number = try? query.number(name, in: 0...Int.max)
        precondition(number.map { $0 >= 0 } ?? true, "numbers are in their range")
        _ = Day(value)
        _ = value.split(separator: ",").map { GameID(String($0)) }
    }
}

@MainActor
private func checkHeader(_ value: String) {
    let offered = ["application/json", "text/plain", "image/svg+xml"]
    if let chosen = Accept.choose(value, from: offered) { precondition(offered.contains(chosen)) }
    for tag in EntityTags.list(value) {
        precondition(EntityTags.weaklyMatch(value, tag), "a list matches its own tags")
        if let sequence = EntityTags.sequence(tag) { precondition(sequence >= 0, "sequences count from 0") }
    }
    for name in ["forwarded", "x-forwarded-for"] {
        let request = HTTPRequest(method: .get, path: "/", headers: [(name, value)])
        let peer = SocketAddress(host: "192.0.2.1", port: 9)
        let blocks = ["192.0.2.1", "10.0.0.0/8"].compactMap(AddressBlock.init(_:))
        let proxies = TrustedProxies(blocks: blocks, header: name)
        let client = proxies.clientKey(of: request, peer: peer)
        precondition(!client.isEmpty && client.utf8.count <= 64, "an address is bounded")
        precondition(
            proxies.claims(of: request, peer: peer).contains(proxies.client(of: request, peer: peer)),
            "the client is among those who are tested for bans")
    }
    for name in ["host", "origin", "sec-fetch-site"] {
        _ = try? OriginCheck.check(HTTPRequest(method: .post, path: "/", headers: [(name, value)]))
    }
    if let time = Timestamp(rfc3339: value, away: 0) {
        precondition(Timestamp(rfc3339: time.rfc3339, away: 0) == time, "a time round-trips")
    }
}

/// The text with every byte percent-encoded.
private func escaped(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
