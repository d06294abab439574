import Synchronization
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A stream")
    struct StreamTests {
        /// Runs a test with a server that answers with a stream and counts the closed streams.
        private func withStream(
            _ change: (inout HTTPServerSettings) -> Void = { _ in },
            _ test: (LiveServer, StreamHolder, Counter) throws -> Void
        ) throws {
            var settings = HTTPServerSettings()
            change(&settings)
            let holder = StreamHolder()
            let closed = Counter()
            try withServer(
                settings,
                answering: { exchange in
                    let head = HTTPResponse(status: 200, headers: [("Content-Type", "text/event-stream")])
                    holder.stream = exchange.stream(head) { closed.increment() }
                }
            ) { live in
                defer { holder.stream = nil }
                try test(live, holder, closed)
            }
        }

        /// Requests a stream, reads its head and waits until the handler has stored it.
        private func open(
            _ live: LiveServer, _ holder: StreamHolder, _ request: String = get(),
            receiveBuffer: Int32? = nil, over wiring: Wiring = .plain
        ) throws -> (client: Client, head: Answer) {
            let client = try live.client(sending: request, receiveBuffer: receiveBuffer, over: wiring)
            let head = try client.read(through: "\r\n\r\n")
            #expect(eventually { holder.stream != nil })
            return (client, Answer(head: head))
        }

        @Test("sends its head at once, then chunks, and ends with the last chunk")
        func chunks() throws {
            try withStream { live, holder, closed in
                let (client, head) = try open(live, holder)
                #expect(head.header("transfer-encoding") == "chunked")
                #expect(head.header("content-length") == nil)
                #expect(head.header("date") != nil)
                holder.stream?.send(StreamBytes("data: one\n\n"))
                #expect(try client.read(through: "one\n\n\r\n") == "b\r\ndata: one\n\n\r\n")
                holder.stream?.send(StreamBytes(""))
                holder.stream?.send(StreamBytes("x"))
                holder.stream?.close()
                #expect(try client.readToEnd() == "1\r\nx\r\n0\r\n\r\n")
                #expect(eventually { closed.value == 1 })
            }
        }

        @Test("ends with the connection on HTTP/1.0")
        func version10() throws {
            try withStream { live, holder, _ in
                let (client, head) = try open(live, holder, "GET / HTTP/1.0\r\n\r\n")
                #expect(head.header("transfer-encoding") == nil)
                holder.stream?.send(StreamBytes("abc"))
                holder.stream?.close()
                #expect(try client.readToEnd() == "abc")
            }
        }

        @Test("keeps the order of bytes sent on the loop's thread, after the body of its head")
        func order() throws {
            try withServer(answering: { exchange in
                let stream = exchange.stream(.text("0")) {}
                for number in 1..<200 { stream.send(StreamBytes("\(number) ")) }
                stream.close()
                stream.send(StreamBytes("never"))
            }) { live in
                let client = try live.client(sending: get("/", version: "HTTP/1.0"))
                _ = try client.read(through: "\r\n\r\n")
                #expect(try client.readToEnd() == "0" + (1..<200).map { "\($0) " }.joined())
            }
        }

        @Test("has no body for HEAD")
        func head() throws {
            try withStream { live, holder, closed in
                let client = try live.client(sending: "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try client.readToEnd().hasSuffix("\r\n\r\n"))
                #expect(eventually { closed.value == 1 && holder.stream?.isOpen == false })
            }
        }

        @Test(
            "notifies its owner once when the client leaves",
            arguments: ["close", "reset", "half"])
        func left(way: String) throws {
            try withStream { live, holder, closed in
                let (client, _) = try open(live, holder)
                switch way {
                case "close": client.close()
                case "reset": client.reset()
                default: client.endSending()
                }
                #expect(eventually { closed.value == 1 && live.connectionCount == 0 })
                #expect(holder.stream?.isOpen == false && holder.stream?.backlog == 0)
                holder.stream?.send(StreamBytes("x"))
                holder.stream?.close()
                #expect(live.onLoop { closed.value } == 1)
            }
        }

        @Test("ends when the client sends too much into it")
        func talkative() throws {
            try withStream { live, holder, closed in
                let (client, _) = try open(live, holder)
                client.send(String(repeating: "x", count: 4096))
                #expect(client.staysQuiet(milliseconds: 30))
                client.send("y")
                #expect(eventually { closed.value == 1 })
                #expect(live.handler.observations.contains(.streamClosed(.talkative)))
            }
        }

        @Test("reports its backlog, and ends above the limit")
        func backlog() throws {
            try withStream { live, holder, closed in
                let (client, _) = try open(live, holder, receiveBuffer: 4096)
                let bytes = StreamBytes([UInt8](repeating: 0x61, count: 50_000))
                var most = 0
                #expect(
                    eventually {
                        holder.stream?.send(bytes)
                        most = max(most, holder.stream?.backlog ?? 0)
                        return closed.value == 1
                    })
                #expect(most > 0)
                #expect(live.handler.observations.contains(.streamClosed(.slow)))
                #expect(holder.stream?.isOpen == false)
                client.close()
            }
        }

        @Test("loses nothing while its client is slow, and its backlog returns to zero")
        func recovers() throws {
            try withStream { live, holder, _ in
                let (client, _) = try open(live, holder, get(version: "HTTP/1.0"), receiveBuffer: 4096)
                @Sendable func text(_ number: Int) -> String {
                    String(repeating: "a", count: 9999) + "\(number % 10)"
                }
                var sent = 0
                while (holder.stream?.backlog ?? 0) < 100_000 {
                    let bytes = StreamBytes(text(sent))
                    live.onLoop { holder.stream?.send(bytes) }
                    sent += 1
                }
                client.enlargeReceiveBuffer()
                let received = try client.read(count: sent * 10_000)
                #expect(received == (0..<sent).map(text).joined())
                #expect(eventually { holder.stream?.backlog == 0 })
                #expect(holder.stream?.isOpen == true)
            }
        }

        @Test("leaves little in the kernel while its client does not read", arguments: Wiring.allCases)
        func unsent(over wiring: Wiring) throws {
            let narrow = { (settings: inout HTTPServerSettings) in
                settings.unsentBytes = 20_000
                if wiring != .plain { settings.tls = TestCertificate.context }
            }
            try withStream(narrow) { live, holder, _ in
                let (client, _) = try open(live, holder, receiveBuffer: 4096, over: wiring)
                let sends = live.onLoop {
                    let bytes = StreamBytes([UInt8](repeating: 0x61, count: 10_000))
                    var sends = 0
                    while let stream = holder.stream, stream.backlog == 0, sends < 500 {
                        stream.send(bytes)
                        sends += 1
                    }
                    return sends
                }
                // Beside the limit there is room in the client's buffer and in a last segment of 64 KB.
                #expect(sends < 20)
                client.close()
            }
        }

        @Test("ends when its client reads nothing for too long")
        func stalled() throws {
            try withStream({ $0.stallTimeout = .milliseconds(60) }) { live, holder, closed in
                let (client, _) = try open(live, holder, receiveBuffer: 4096)
                while (holder.stream?.backlog ?? 0) == 0, closed.value == 0 {
                    live.onLoop { holder.stream?.send(StreamBytes([UInt8](repeating: 0x61, count: 10_000))) }
                }
                #expect(eventually { closed.value == 1 })
                client.close()
            }
        }

        @Test("closes when its owner drops it")
        func dropped() throws {
            try withStream { live, holder, closed in
                let (client, _) = try open(live, holder)
                holder.stream = nil
                #expect(try client.readToEnd() == "0\r\n\r\n")
                #expect(eventually { closed.value == 1 })
            }
        }
    }
}
