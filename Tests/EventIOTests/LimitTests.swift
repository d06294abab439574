import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("Limits of the server")
    struct LimitTests {
        private func settings(_ change: (inout HTTPServerSettings) -> Void) -> HTTPServerSettings {
            var settings = HTTPServerSettings()
            change(&settings)
            return settings
        }

        @Test("a client that drips its head gets 408, however often a byte comes")
        func drippingHead() throws {
            try withServer(settings { $0.headerTimeout = .milliseconds(60) }) { live in
                let client = try live.client(sending: "GET / HTTP/1.1\r\n")
                while client.staysQuiet(milliseconds: 10) { client.send("A") }
                let answer = try client.readAnswer()
                #expect(answer.status == 408)
                #expect(answer.body.hasPrefix("request-timeout"))
                #expect(try client.isEnded())
            }
        }

        @Test("a client that drips its body gets 408")
        func drippingBody() throws {
            try withServer(settings { $0.requestTimeout = .milliseconds(60) }) { live in
                let client = try live.client(sending: post("Content-Length: 1000", body: "a"))
                while client.staysQuiet(milliseconds: 10) { client.send("b") }
                #expect(try client.readAnswer().status == 408)
            }
        }

        @Test("an idle connection is closed without an answer")
        func idle() throws {
            try withServer(settings { $0.idleTimeout = .milliseconds(60) }) { live in
                let silent = try live.client()
                let used = try live.client(sending: get())
                _ = try used.readAnswer()
                #expect(try silent.isEnded())
                #expect(try used.isEnded())
            }
        }

        @Test("a long answer becomes 503 while too much output waits for its address, a short one does not")
        func unread() throws {
            let length = 12 << 20
            let room = settings { $0.unreadBytesPerAddress = length + 200_000 }
            let answering: @Sendable (consuming HTTPExchange) -> Void = { exchange in
                let isShort = exchange.request.path == "/short"
                exchange.answer(.text(String(repeating: "A", count: isShort ? 10 : length)))
            }
            try withServer(room, answering: answering) { live in
                let greedy = try live.client(sending: get())
                #expect(!greedy.staysQuiet(milliseconds: 30_000))
                let other = try live.client(sending: get() + get("/short"))
                #expect(try other.readAnswer().status == 503)
                #expect(try other.readAnswer().status == 200)
                #expect(try greedy.readAnswer().body.utf8.count == length)
                other.send(get())
                #expect(try other.readAnswer().body.utf8.count == length)
            }
        }

        @Test("the last request that a connection may carry closes it")
        func keepAliveCount() throws {
            try withServer(settings { $0.requestsPerConnection = 3 }) { live in
                let client = try live.client(sending: get() + get() + get() + get())
                #expect(try client.readAnswer().header("connection") == nil)
                #expect(try client.readAnswer().header("connection") == nil)
                #expect(try client.readAnswer().header("connection") == "close")
                #expect(try client.isEnded())
            }
        }

        @Test("a full server does not close connections at their last request")
        func keepAliveCountWhenFull() throws {
            let narrow = settings {
                $0.requestsPerConnection = 2
                $0.connections = 2
            }
            try withServer(narrow) { live in
                let client = try live.client()
                let other = try live.client(sending: get())
                #expect(try other.readAnswer().status == 200)
                client.send(get() + get() + get())
                for _ in 1...3 { #expect(try client.readAnswer().header("connection") == nil) }
                other.close()
                #expect(eventually { live.connectionCount == 1 })
                client.send(get())
                #expect(try client.readAnswer().header("connection") == "close")
            }
        }

        @Test("a refusal reaches a client that is still sending")
        func lingering() throws {
            try withServer { live in
                let client = try live.client()
                client.send(post("Content-Length: 100000", body: String(repeating: "x", count: 100_000)))
                #expect(try client.readAnswer().status == 413)
                #expect(try client.isEnded())
                client.send("more")
                client.endSending()
                #expect(eventually { live.connectionCount == 0 })
            }
        }

        @Test("a refused client that does not close its side is cut")
        func endlessLingering() throws {
            try withServer(settings { $0.lingerTimeout = .milliseconds(40) }) { live in
                let client = try live.client(sending: "nonsense\r\n\r\n")
                #expect(try client.readAnswer().status == 400)
                #expect(eventually { live.connectionCount == 0 })
            }
        }

        @Test("beyond twice the limit of an address in one second, connections are closed without an answer")
        func arrivals() throws {
            try withServer(settings { $0.connectionsPerAddress = 2 }) { live in
                var answered = 0
                // Nine in at most two seconds: at least one is too many, and the first is not.
                for _ in 1...9 {
                    let client = try live.client(sending: get())
                    if (try? client.readAnswer().status) == 200 { answered += 1 }
                    client.close()
                    #expect(eventually { live.connectionCount == 0 })
                }
                #expect((1...8).contains(answered))
            }
        }

        @Test("a crowd that is accepted over several turns is served as a whole")
        func crowd() throws {
            try withServer(settings { $0.acceptsPerTurn = 2 }) { live in
                let clients = try (1...25).map { _ in try live.client() }
                for client in clients { client.send(get()) }
                for client in clients { #expect(try client.readAnswer().status == 200) }
            }
        }

        @Test("connections over the limit of an address get 503 until others close")
        func perAddress() throws {
            try withServer(settings { $0.connectionsPerAddress = 2 }) { live in
                let first = try live.client()
                let second = try live.client()
                #expect(eventually { live.connectionCount == 2 })
                let third = try live.client()
                #expect(try third.readAnswer().body.hasPrefix("too-many-connections"))
                third.close()
                first.close()
                #expect(eventually { live.connectionCount == 1 })
                let fourth = try live.client(sending: get())
                #expect(try fourth.readAnswer().status == 200)
                second.close()
            }
        }

        @Test("connections over twice the limit of an address are closed without an answer")
        func farPastPerAddress() throws {
            try withServer(settings { $0.connectionsPerAddress = 1 }) { live in
                let clients = try (0..<2).map { _ in try live.client() }
                #expect(eventually { live.connectionCount == 2 })
                let third = try live.client()
                #expect(try third.isEnded())
                clients.forEach { $0.close() }
            }
        }

        @Test("the limits per address can be turned off")
        func withoutAddressLimit() throws {
            let unlimited = settings { ($0.connectionsPerAddress, $0.enforcesAddressLimits) = (1, false) }
            try withServer(unlimited) { live in
                let clients = try (0..<20).map { _ in try live.client() }
                clients.forEach { $0.send(get()) }
                for client in clients { #expect(try client.readAnswer().status == 200) }
            }
        }

        @Test("accepting stops at the connection limit and resumes below nine tenths of it")
        func connections() throws {
            try withServer(settings { $0.connections = 10 }) { live in
                let clients = try (0..<10).map { _ in try live.client() }
                #expect(eventually { live.connectionCount == 10 })
                let waiting = try live.client(sending: get())
                #expect(waiting.staysQuiet(milliseconds: 30))
                clients[0].close()
                #expect(waiting.staysQuiet(milliseconds: 30))
                clients[1].close()
                #expect(try waiting.readAnswer().status == 200)
                #expect(live.handler.observations.contains(.acceptingStopped))
                #expect(live.handler.observations.contains(.acceptingResumed))
            }
        }

        @Test("pipelined requests are buffered up to a limit and all answered")
        func boundedPipeline() throws {
            let lot = ParkingLot()
            try withServer(settings { $0.pipelineBytes = 1024 }, answering: { lot.park($0) }) { live in
                let client = try live.client(sending: (0..<100).map { get("/\($0)") }.joined())
                for _ in 0..<100 {
                    #expect(eventually { lot.count == 1 })
                    lot.answerFirst(.text("x"))
                }
                for _ in 0..<100 { #expect(try client.readAnswer().status == 200) }
            }
        }

        @Test("a client that does not read its answers is no longer served, and finally cut")
        func neverReading() throws {
            let body = [UInt8](repeating: 0x61, count: 100_000)
            let served = Counter()
            try withServer(
                settings { $0.stallTimeout = .milliseconds(100) },
                answering: { exchange in
                    served.increment()
                    exchange.answer(HTTPResponse(status: 200, body: body))
                }
            ) { live in
                let client = try live.client(receiveBuffer: 4096)
                client.send(String(repeating: get(), count: 1000))
                #expect(eventually { live.connectionCount == 0 })
                #expect(served.value < 100)
            }
        }

        @Test("a client that reads an answer slowly gets all of it")
        func slowReading() throws {
            let (part, parts) = (1_000_000, 30)
            let body = [UInt8](repeating: 0x61, count: part * parts)
            try withServer(
                settings {
                    $0.stallTimeout = .seconds(2)
                    $0.unreadBytesPerAddress = 2 * part * parts
                },
                answering: { $0.answer(HTTPResponse(status: 200, body: body)) }
            ) { live in
                let client = try live.client(sending: get(), receiveBuffer: 65_536)
                _ = try client.read(through: "\r\n\r\n")
                // Takes longer in total than the stall timeout.
                for _ in 0..<parts {
                    usleep(80_000)
                    #expect(try client.read(count: part).utf8.count == part)
                }
            }
        }
    }
}
