import Dispatch
import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A parked exchange")
    struct ParkingTests {
        @Test("of each of 100 clients that leave frees its descriptor at once")
        func hundredLeave() throws {
            try withParkedRequests { lot, gone, live in
                let before = Descriptor.count
                let clients = try (0..<100).map { _ in try live.client() }
                clients.forEach { $0.send(get()) }
                #expect(eventually { lot.count == 100 })
                for (number, client) in clients.enumerated() {
                    if number.isMultiple(of: 2) { client.close() } else { client.reset() }
                }
                #expect(eventually { gone.value == 100 && live.connectionCount == 0 })
                // The descriptors close in the turn after that.
                #expect(eventually { Descriptor.count == before })
                lot.clear()
                #expect(!live.handler.observations.contains(.unanswered))
            }
        }

        @Test("is abandoned when its client closes only the sending half")
        func halfClose() throws {
            try withParkedRequests { lot, gone, live in
                let client = try live.client()
                client.send(get())
                client.endSending()
                #expect(eventually { gone.value == 1 })
                #expect(try client.isEnded())
                lot.answerFirst(.text("too late"))
                #expect(eventually { live.connectionCount == 0 })
            }
        }

        @Test("is not abandoned once it is answered")
        func answered() throws {
            try withParkedRequests { lot, gone, live in
                let client = try live.client()
                client.send(get())
                #expect(eventually { lot.count == 1 })
                lot.answerFirst(.text("here"))
                #expect(try client.readAnswer().body == "here")
                client.close()
                #expect(eventually { live.connectionCount == 0 })
                #expect(gone.value == 0)
            }
        }

        @Test("is abandoned when it is parked after its client left")
        func parkedLate() throws {
            let lot = ParkingLot()
            let gone = Counter()
            try withServer(answering: { exchange in
                // The client's end comes while the handler is still at work.
                usleep(20_000)
                lot.park(exchange)
            }) { live in
                let client = try live.client()
                client.send(get())
                client.reset()
                #expect(eventually { lot.count == 1 })
                #expect(eventually { live.connectionCount == 0 })
                lot.onAbandonOfFirst { gone.raise() }
                #expect(eventually { gone.value == 1 })
            }
        }

        @Test("whose client sends ever more is given up")
        func talkative() throws {
            try withParkedRequests { lot, gone, live in
                let client = try live.client()
                client.send(String(repeating: get(), count: 2000))
                #expect(eventually { gone.value == 1 })
            }
        }

        @Test("that its handler drops is answered with 500, from any thread")
        func dropped() throws {
            let lot = ParkingLot()
            try withServer(answering: { exchange in
                if exchange.request.path == "/later" { lot.park(exchange) }
            }) { live in
                let client = try live.client()
                client.send(get("/now"))
                let answer = try client.readAnswer()
                #expect(answer.status == 500 && answer.header("connection") == "close")
                let second = try live.client()
                second.send(get("/later"))
                #expect(eventually { lot.count == 1 })
                lot.clear()
                #expect(try second.readAnswer().status == 500)
                #expect(live.handler.observations.count { $0 == .unanswered } == 2)
            }
        }

        @Test("can be answered by many threads at once")
        func manyThreads() throws {
            let lot = ParkingLot()
            try withServer(answering: { lot.park($0) }) { live in
                let clients = try (0..<32).map { _ in try live.client() }
                clients.forEach { $0.send(get()) }
                #expect(eventually { lot.count == 32 })
                DispatchQueue.concurrentPerform(iterations: 32) { _ in lot.answerFirst(.text("x")) }
                for client in clients { #expect(try client.readAnswer().body == "x") }
            }
        }
    }
}

/// A server that parks every request, and counts those whose clients leave.
private func withParkedRequests(_ test: (ParkingLot, Counter, LiveServer) throws -> Void) throws {
    let lot = ParkingLot()
    let gone = Counter()
    try withServer(answering: { exchange in
        exchange.onAbandon { gone.raise() }
        lot.park(exchange)
    }) { live in try test(lot, gone, live) }
}
