// A libFuzzer target: see run.sh.

import EventIO
import Foundation
import GameCore
import Logging

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// Checks one input: a script of requests to a new server whose store is in memory.
///
/// No answer may be an internal error, and the committed state of each game must be the fold of its journal.
///
/// Lines `~` separate requests. The first line of a request is its method and target; headers, an empty line
/// and the body follow. The ids of the sample games are their kinds; `host`, `ann` and `bea` are tokens.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzRequests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let script = bytes(start, count)
    MainActor.assumeIsolated {
        do { try check(script) } catch { preconditionFailure("the server must start: \(error)") }
    }
    return 0
}

@MainActor
private func check(_ script: [UInt8]) throws {
    let loop = try EventLoop()
    let world = try world(MainLoop(loop: loop))
    let door = FrontDoor(world: world, routes: RouteTable.all)
    let application = Application(
        main: world.loop, door: door, published: world.published, metrics: world.metrics)
    let server = HTTPServer(loop: loop, settings: world.settings.connections, handler: application)
    let address = try server.listen(host: "127.0.0.1", port: 0)
    let requests = messages(of: script)
    DispatchQueue.global().async {
        let answers = Client.answers(to: requests, on: address.port)
        precondition(!answers.contains("HTTP/1.1 500"), "no answer is an internal error: \(answers)")
        loop.perform {
            server.close()
            loop.stop()
        }
    }
    loop.run()
    for game in world.games.all { checkJournal(of: game, in: world.store) }
}

@MainActor
private func checkJournal(of game: LiveGame, in store: any EventStore) {
    store.events(of: game.id, after: .zero, limit: .max, for: .server) { found in
        guard let events = try? found.get(), var state = try? SampleGame.rules.newGame(game.setup) else {
            preconditionFailure("a store in memory answers")
        }
        for event in events { state.apply(event) }
        precondition(state == game.committed, "the committed state is the fold of the journal")
    }
}

// MARK: The server

@MainActor
private func world(_ main: MainLoop) throws -> World {
    var settings = Settings()
    settings.addressLimits = false
    let world = try World(
        settings: settings, rules: SampleGame.rules, loop: main,
        store: try MemoryEventStore(SampleGame.rules),
        lexicons: SampleGame.lexicons,
        log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
    let people = [Player(seat: nil, isHost: true), Player(seat: Seat(1)), Player(seat: Seat(2))]
    for kind in SampleGame.allCases {
        let (_, events) = try kind.played()
        let tokens = zip(["host", "ann", "bea"], people).map { name, player in
            let since = player.seat == nil ? nil : SequenceNumber(player.seat?.number ?? 0)
            return HeldToken(
                digest: Token(text: name).digest,
                player: Player(seat: player.seat, isHost: player.isHost, since: since))
        }
        // Saved when the loop starts, before the first connection is accepted.
        world.games.createUnlessRefused(try kind.setup(), events, tokens) { _ in }
    }
    return world
}

// MARK: The client

/// The bytes of the requests, with the framing that the script omits.
private func messages(of script: [UInt8]) -> [UInt8] {
    var messages: [UInt8] = []
    var request: [ArraySlice<UInt8>] = []
    func finish() {
        let head = request.prefix { !$0.isEmpty }
        let body = Array(request.dropFirst(head.count + 1).joined(separator: [0x0A]))
        guard let first = head.first else { return }
        messages += first + Array(" HTTP/1.1\r\nHost: localhost\r\n".utf8)
        for line in head.dropFirst() { messages += line + Array("\r\n".utf8) }
        if !body.isEmpty { messages += Array("Content-Length: \(body.count)\r\n".utf8) }
        messages += Array("\r\n".utf8) + body
    }
    for line in script.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if line.elementsEqual([0x7E]) {
            finish()
            request = []
        } else {
            request.append(line)
        }
    }
    finish()
    return messages
}

private enum Client {
    /// The bytes that the server sends until it closes the connection or is silent for 0.3 s.
    static func answers(to requests: [UInt8], on port: UInt16) -> String {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Closed with a reset, so that thousands of connections do not stay in TIME_WAIT.
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        var timeout = timeval(tv_sec: 0, tv_usec: 300_000)
        setsockopt(
            connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout.size(ofValue: timeout)))
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(connection, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        precondition(isConnected, "the server listens")
        send(connection, requests, requests.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        var answers: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answers += buffer[..<count]
        }
        return String(decoding: answers, as: UTF8.self)
    }
}
