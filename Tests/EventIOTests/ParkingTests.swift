import Dispatch
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A parked exchange")
    struct ParkingTests {
        @Test("frees its descriptor at once when its client leaves")
        func clientsLeave() throws {
            try withParkedRequests { lot, abandoned, live in
                let before = Descriptor.count(on: live.port)
                let clients = try (0..<100).map { _ in try live.client() }
                clients.forEach { $0.send(get()) }
                #expect(eventually { lot.count == 100 })
                for (number, client) in clients.enumerated() {
                    if number.isMultiple(of: 2) { client.close() } else { client.reset() }
                }
                #expect(eventually { abandoned.value == 100 && live.connectionCount == 0 })
                // The descriptors close in the next turn.
                #expect(eventually { Descriptor.count(on: live.port) == before })
                lot.clear()
                #expect(!live.handler.observations.contains(.unanswered))
            }
        }

        @Test("is abandoned when its client closes only the sending half")
        func halfClose() throws {
            try withParkedRequests { lot, abandoned, live in
                let client = try live.client(sending: get())
                client.endSending()
                #expect(eventually { abandoned.value == 1 })
                #expect(try client.isEnded())
                lot.answerFirst(.text("too late"))
                #expect(eventually { live.connectionCount == 0 })
            }
        }

        @Test("is not abandoned once it is answered")
        func answered() throws {
            try withParkedRequests { lot, abandoned, live in
                let client = try live.client(sending: get())
                #expect(eventually { lot.count == 1 })
                lot.answerFirst(.text("here"))
                #expect(try client.readAnswer().body == "here")
                client.close()
                #expect(eventually { live.connectionCount == 0 })
                #expect(abandoned.value == 0)
            }
        }

        @Test("is abandoned when it is parked after its client left")
        func parkedLate() throws {
            let lot = ParkingLot()
            let abandoned = Counter()
            let hasLeft = DispatchSemaphore(value: 0)
            try withServer(answering: { exchange in
                hasLeft.wait()
                lot.park(exchange)
            }) { live in
                let client = try live.client(sending: get())
                client.reset()
                hasLeft.signal()
                #expect(eventually { lot.count == 1 })
                #expect(eventually { live.connectionCount == 0 })
                lot.onAbandonOfFirst { abandoned.increment() }
                #expect(eventually { abandoned.value == 1 })
            }
        }

        @Test("is abandoned when its client sends too much")
        func talkative() throws {
            try withParkedRequests { lot, abandoned, live in
                let client = try live.client()
                client.send(String(repeating: get(), count: 2000))
                #expect(eventually { abandoned.value == 1 })
            }
        }

        @Test("is answered with 500 if its handler drops it, on any thread")
        func dropped() throws {
            let lot = ParkingLot()
            try withServer(answering: { exchange in
                if exchange.request.path == "/later" { lot.park(exchange) }
            }) { live in
                let client = try live.client(sending: get("/now"))
                let answer = try client.readAnswer()
                #expect(answer.status == 500 && answer.header("connection") == "close")
                let second = try live.client(sending: get("/later"))
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

/// Runs a test with a server that parks every request and counts the abandoned ones.
private func withParkedRequests(_ test: (ParkingLot, Counter, LiveServer) throws -> Void) throws {
    let lot = ParkingLot()
    let abandoned = Counter()
    try withServer(answering: { exchange in
        exchange.onAbandon { abandoned.increment() }
        lot.park(exchange)
    }) { live in try test(lot, abandoned, live) }
}
