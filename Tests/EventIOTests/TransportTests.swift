import Glibc
import Testing

@testable import EventIO

/// What a connection is doing when something happens to it.
private enum State: String, CaseIterable {
    case idle
    case insideRequest
    /// A handler has the request and does not answer.
    case answering
    case parked
    case streaming
    case streamingUnread
    /// A long answer is not read, and another request waits for that.
    case unread
    /// A long answer that ends the connection is not read.
    case lastUnread
    /// As `unread`, and the client has ended its input.
    case halfClosedUnread
    /// A refusal has been sent, and the server waits for the end of the input.
    case lingering
}

/// What happens to a connection.
private enum Act: String, CaseIterable {
    case sends
    case reads
    case changesKeys
    /// The client ends its input: by close_notify with TLS, else by FIN.
    case ends
    /// As `ends`; with TLS the client sends FIN too.
    case endsTwice
    case resets
    case endsAndResets
    /// The client does nothing until every deadline has passed.
    case waits
}

extension LiveTests {
    @Suite("Every event in every state of a connection")
    struct TransportTests {
        /// What becomes of the connection.
        private static let table = """
            state            sends reads  changesKeys ends   endsTwice resets endsAndResets waits
            idle             open  open   open        closed closed    closed closed        closed
            insideRequest    open  open   open        closed closed    closed closed        closed
            answering        open  open   open        open   open      closed open          open
            parked           open  open   open        closed closed    closed closed        open
            streaming        open  open   open        closed closed    closed closed        open
            streamingUnread  open  open   open        closed closed    closed closed        closed
            unread           open  open   open        open   open      closed closed        closed
            lastUnread       open  closed open        open   open      closed closed        closed
            halfClosedUnread open  closed open        open   open      closed closed        closed
            lingering        open  open   open        closed closed    closed closed        closed
            """

        @Test("a connection stays open or closes, and the loop does not spin", arguments: Wiring.allCases)
        func everyPair(wiring: Wiring) throws {
            let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ") }
            let acts = rows[0].dropFirst().map { String($0) }
            let states = rows.dropFirst().map { String($0[0]) }
            #expect(acts == Act.allCases.map(\.rawValue))
            #expect(states == State.allCases.map(\.rawValue))
            for (state, row) in zip(State.allCases, rows.dropFirst()) {
                for (act, outcome) in zip(Act.allCases, row.dropFirst()) {
                    try check(state, act, staysOpen: outcome == "open", wiring)
                }
            }
        }

        private func check(_ state: State, _ act: Act, staysOpen: Bool, _ wiring: Wiring) throws {
            let place = "\(state), \(act), \(wiring)"
            let stage = Stage()
            let live = try LiveServer(settings(for: act, wiring), stage.handle)
            defer {
                stage.clear()
                live.stop()
            }
            let client = try live.client(receiveBuffer: 65_536, over: wiring)
            try stage.enter(state, client, live)
            try perform(act, client, live, wiring, staysOpen: staysOpen)
            let othersAreServed = isServed(live, over: wiring)
            #expect(othersAreServed, "\(place): others are not served")
            let isRight = staysOpen ? live.connectionCount == 1 : eventually { live.connectionCount == 0 }
            #expect(isRight, "\(place): \(live.connectionCount) connections")
            let isCalm = live.isCalm
            #expect(isCalm, "\(place): the loop spins")
        }

        /// Only the deadlines of the last act are short.
        private func settings(for act: Act, _ wiring: Wiring) -> HTTPServerSettings {
            var settings = HTTPServerSettings()
            if wiring != .plain { settings.tls = TestCertificate.context }
            let limit: Duration = act == .waits ? .milliseconds(200) : .seconds(30)
            settings.headerTimeout = limit
            settings.idleTimeout = limit
            settings.stallTimeout = limit
            settings.lingerTimeout = limit
            return settings
        }

        private func perform(
            _ act: Act, _ client: Client, _ live: LiveServer, _ wiring: Wiring, staysOpen: Bool
        ) throws {
            switch act {
            case .sends: client.send("x")
            // Where the connection ends, so does the wait; elsewhere some of the output is enough.
            case .reads: client.takeAll(limit: staysOpen ? 100 : 30_000)
            case .changesKeys: client.changeKeys()
            case .ends: client.endInput()
            case .endsTwice:
                client.endInput()
                client.endSending()
            case .resets: client.reset()
            case .endsAndResets:
                client.endInput()
                live.settle()
                client.reset()
            // Once a client that comes later has waited too long, so has this one.
            case .waits: #expect(try live.client(over: wiring).isEnded())
            }
        }

        /// Whether another client gets its answer and leaves.
        private func isServed(_ live: LiveServer, over wiring: Wiring) -> Bool {
            let other = try? live.client(sending: get("/short", "Connection: close"), over: wiring)
            let status = try? other?.readAnswer().status
            other?.close()
            return status == 200 && eventually { live.connectionCount <= 1 }
        }
    }
}

/// A handler that brings connections into each state.
private final class Stage: Sendable {
    private let lot = ParkingLot()
    private let holder = StreamHolder()
    private let body = [UInt8](repeating: 0x61, count: 8 << 20)

    @Sendable func handle(_ exchange: consuming HTTPExchange) {
        switch exchange.request.path {
        case "/hold": lot.park(exchange)
        case "/park":
            exchange.onAbandon {}
            lot.park(exchange)
        case "/stream": holder.stream = exchange.stream(.text("")) {}
        case "/long": exchange.answer(HTTPResponse(status: 200, body: body))
        default: exchange.answer(.text("hello"))
        }
    }

    func enter(_ state: State, _ client: Client, _ live: LiveServer) throws {
        switch state {
        case .idle:
            client.send(get())
            _ = try client.readAnswer()
        case .insideRequest: client.send("GET / HTTP/1.1\r\nHost: loc")
        case .answering, .parked:
            client.send(get(state == .parked ? "/park" : "/hold"))
            #expect(eventually { lot.count == 1 })
        case .streaming, .streamingUnread:
            client.send(get("/stream"))
            _ = try client.read(through: "\r\n\r\n")
            #expect(eventually { holder.stream != nil })
            if state == .streamingUnread { fill(live) }
        case .unread, .lastUnread, .halfClosedUnread:
            let isLast = state == .lastUnread
            client.send(isLast ? get("/long", "Connection: close") : get("/long") + get("/long"))
            #expect(eventually { live.hasAnswered })
            if state == .halfClosedUnread { client.endInput() }
        case .lingering:
            client.send("nonsense\r\n\r\n")
            #expect(try client.readAnswer().status == 400)
        }
        // Everything that the client has sent so far has been handled.
        live.settle()
    }

    /// Sends on the stream until the kernel takes no more.
    private func fill(_ live: LiveServer) {
        let bytes = StreamBytes([UInt8](repeating: 0x61, count: 16_384))
        let backlog = live.onLoop { [holder] in
            for _ in 0..<10_000 where holder.stream?.backlog == 0 { holder.stream?.send(bytes) }
            return holder.stream?.backlog ?? 0
        }
        #expect(backlog > 0)
    }

    func clear() {
        lot.clear()
        holder.stream = nil
    }
}

extension LiveServer {
    /// Whether a handler has answered with status 200.
    fileprivate var hasAnswered: Bool {
        handler.observations.contains { if case .answered(200, _) = $0 { true } else { false } }
    }

    /// Waits until the loop has handled what clients have sent before.
    func settle() { for _ in 0..<3 { onLoop {} } }

    /// Whether the loop waits for events: it takes few turns while this thread asks it for them.
    var isCalm: Bool {
        let rounds: UInt = 20
        settle()
        let first = onLoop { self.loop.turn }
        for _ in 0..<rounds {
            usleep(500)
            onLoop {}
        }
        return onLoop { self.loop.turn } - first < 10 * rounds
    }
}
