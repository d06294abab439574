import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A drain")
    struct DrainTests {
        private func settings(grace: Duration = .milliseconds(20)) -> HTTPServerSettings {
            var settings = HTTPServerSettings()
            settings.drainGrace = grace
            return settings
        }

        @Test("is done at once without connections, and stops accepting")
        func empty() throws {
            try withServer { live in
                let done = Counter()
                live.drain(within: .seconds(5)) { done.increment() }
                #expect(eventually { done.value == 1 })
                // A process that another test is starting can have a copy of the socket for a moment.
                #expect(eventually { (try? live.client()) == nil })
            }
        }

        @Test("waits for the answer of an open exchange and closes idle connections")
        func graceful() throws {
            let lot = ParkingLot()
            try withServer(settings(), answering: { lot.park($0) }) { live in
                let idle = try live.client()
                let busy = try live.client(sending: get())
                #expect(eventually { lot.count == 1 && live.connectionCount == 2 })
                let done = Counter()
                live.drain(within: .seconds(5)) { done.increment() }
                #expect(try idle.isEnded())
                idle.close()
                lot.answerFirst(.text("last"))
                let answer = try busy.readAnswer()
                #expect(answer.body == "last" && answer.header("connection") == "close")
                #expect(try busy.isEnded())
                busy.close()
                #expect(eventually { done.value == 1 })
            }
        }

        @Test("answers new requests on open connections with 503 and closes")
        func refusing() throws {
            try withServer(settings(grace: .seconds(5))) { live in
                let client = try live.client(sending: get())
                _ = try client.readAnswer()
                live.drain(within: .seconds(5)) {}
                client.send(get())
                let answer = try client.readAnswer()
                #expect(answer.status == 503 && answer.header("connection") == "close")
                #expect(try client.isEnded())
            }
        }

        @Test("answers connections that the kernel had established before")
        func backlog() throws {
            try withServer(settings(grace: .seconds(5))) { live in
                let port = live.port
                let done = Counter()
                // The loop is busy while the client connects, so the server has not accepted it yet.
                let descriptor = live.drain(within: .seconds(5)) {
                    done.increment()
                } after: {
                    try? Client.connect(to: port)
                }
                let late = Client(connected: descriptor ?? -1)
                late.send(get())
                let answer = try late.readAnswer()
                #expect(answer.status == 503)
                late.close()
                #expect(eventually { done.value == 1 })
            }
        }

        @Test("cuts the remaining connections at its limit")
        func limit() throws {
            let holder = StreamHolder()
            let closed = Counter()
            try withServer(answering: { exchange in
                holder.stream = exchange.stream(.text("")) { closed.increment() }
            }) { live in
                let client = try live.client(sending: get())
                _ = try client.read(through: "\r\n\r\n")
                let done = Counter()
                live.drain(within: .milliseconds(30)) { done.increment() }
                #expect(eventually { done.value == 1 })
                #expect(closed.value == 1)
                #expect(live.connectionCount == 0)
                #expect(try client.isEnded())
            }
        }
    }
}
