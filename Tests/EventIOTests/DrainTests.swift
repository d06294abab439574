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

        @Test("without connections is done at once, and nobody is accepted any more")
        func empty() throws {
            try withServer { live in
                let done = Counter()
                live.drain(within: .seconds(5)) { done.raise() }
                #expect(eventually { done.value == 1 })
                // Soon: a program that another test starts just now has a copy of the socket for a moment.
                #expect(eventually { (try? live.client()) == nil })
            }
        }

        @Test("lets an open exchange be answered and closes idle connections")
        func graceful() throws {
            let lot = ParkingLot()
            try withServer(settings(), answering: { lot.park($0) }) { live in
                let idle = try live.client()
                let busy = try live.client()
                busy.send(get())
                #expect(eventually { lot.count == 1 && live.connectionCount == 2 })
                let done = Counter()
                live.drain(within: .seconds(5)) { done.raise() }
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

        @Test("answers new requests on live connections with 503 and closes")
        func refusing() throws {
            try withServer(settings(grace: .seconds(5))) { live in
                let client = try live.client()
                client.send(get())
                _ = try client.readAnswer()
                live.drain(within: .seconds(5)) {}
                client.send(get())
                let answer = try client.readAnswer()
                #expect(answer.status == 503 && answer.header("connection") == "close")
                #expect(try client.isEnded())
            }
        }

        @Test("serves those whom the kernel had connected before")
        func backlog() throws {
            try withServer(settings(grace: .seconds(5))) { live in
                let port = live.port
                let done = Counter()
                // The loop is busy while the client connects, so that nobody has accepted it yet.
                let descriptor = live.drain(within: .seconds(5)) {
                    done.raise()
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

        @Test("cuts what is left at its limit")
        func limit() throws {
            let holder = StreamHolder()
            let closed = Counter()
            try withServer(answering: { exchange in
                holder.stream = exchange.stream(.text("")) { closed.raise() }
            }) { live in
                let client = try live.client()
                client.send(get())
                _ = try client.read(through: "\r\n\r\n")
                let done = Counter()
                live.drain(within: .milliseconds(30)) { done.raise() }
                #expect(eventually { done.value == 1 })
                #expect(closed.value == 1)
                #expect(live.connectionCount == 0)
                #expect(try client.isEnded())
            }
        }
    }
}
