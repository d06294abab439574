import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("Clients that act at random")
    struct RandomClientTests {
        /// What one client does; the server's answers are neither awaited nor checked.
        private enum Act: CaseIterable {
            case asks
            case asksForMuch
            case asksOften
            case asksInPart
            case parks
            case streams
            case sendsGarbage
            case reads
            case changesKeys
            case endsInput
            case endsSending
        }

        /// The number of clients; `make test-clients` sets it.
        private static let clients = getenv("CLIENTS").flatMap { Int(String(cString: $0)) } ?? 600
        private static let actsPerClient = 8
        private static let receiveBuffers: [Int32?] = [2048, 65_536, nil]
        /// Number of clients at a time, more than the callbacks that libevent defers within one turn.
        private static let crowd = 40

        @Test("the loop stays calm, and nothing is left of them", arguments: Wiring.allCases)
        func crowd(wiring: Wiring) throws {
            let lot = ParkingLot()
            let live = try LiveServer(settings(wiring)) { Self.handle($0, lot) }
            var random = SeededNumbers(state: UInt64(Self.clients))
            var clients: [Client] = []
            for _ in 0...Self.clients / Wiring.allCases.count {
                let buffer = Self.receiveBuffers.randomElement(using: &random) ?? nil
                let client = try live.client(receiveBuffer: buffer, over: wiring)
                client.stopBlocking()
                clients.append(client)
                for _ in 0..<Self.actsPerClient {
                    guard let act = Act.allCases.randomElement(using: &random) else { continue }
                    perform(act, clients[Int.random(in: clients.indices, using: &random)])
                }
                if clients.count == Self.crowd { leave(&clients, &random) }
            }
            let wasCalm = live.isCalm
            #expect(wasCalm)
            while !clients.isEmpty { leave(&clients, &random) }
            lot.clear()
            #expect(eventually { live.connectionCount == 0 }, "\(live.connectionCount) are left")
            let isCalm = live.isCalm
            #expect(isCalm)
            live.stop()
            #expect(eventually { Descriptor.count(on: live.port) == 0 })
        }

        private func settings(_ wiring: Wiring) -> HTTPServerSettings {
            var settings = HTTPServerSettings()
            if wiring != .plain { settings.tls = TestCertificate.context }
            settings.connectionsPerAddress = 1_000_000
            settings.unreadBytesPerAddress = 2 << 20
            return settings
        }

        @Sendable private static func handle(_ exchange: consuming HTTPExchange, _ lot: ParkingLot) {
            switch exchange.request.path {
            case "/park":
                exchange.onAbandon {}
                lot.park(exchange)
            case "/stream":
                let bytes = StreamBytes(String(repeating: "s", count: 50_000))
                let stream = exchange.stream(.text("")) {}
                for _ in 0..<4 { stream.send(bytes) }
            case "/much": exchange.answer(.text(String(repeating: "m", count: 200_000)))
            case "/some": exchange.answer(.text(String(repeating: "s", count: 30_000)))
            default: exchange.answer(.text("hello"))
            }
        }

        private func perform(_ act: Act, _ client: Client) {
            switch act {
            case .asks: client.send(get())
            case .asksForMuch: client.send(get("/much"))
            case .asksOften: client.send(String(repeating: get("/some"), count: 20))
            case .asksInPart: client.send("GET /some HTTP/1.1\r\nHo")
            case .parks: client.send(get("/park"))
            case .streams: client.send(get("/stream"))
            case .sendsGarbage: client.send("\u{0}garbage\r\n\r\n")
            case .reads: client.takeSome()
            case .changesKeys: client.changeKeys()
            case .endsInput: client.endInput()
            case .endsSending: client.endSending()
            }
        }

        private func leave(_ clients: inout [Client], _ random: inout SeededNumbers) {
            let client = clients.remove(at: Int.random(in: clients.indices, using: &random))
            if Bool.random(using: &random) { client.reset() } else { client.close() }
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators").
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
