import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("The server")
    struct RequestTests {
        /// Answers with the method, path and body of the request.
        private static let echo: @Sendable (consuming HTTPExchange) -> Void = { exchange in
            let request = exchange.request
            let body = String(decoding: request.body, as: UTF8.self)
            exchange.answer(.text("\(request.method.rawValue) \(request.path) \(body)"))
        }

        @Test("answers with a date, a length and the handler's headers")
        func answer() throws {
            try withServer { live in
                let client = try live.client(sending: get())
                let answer = try client.readAnswer()
                #expect(answer.lines.first == "HTTP/1.1 200 OK")
                #expect(answer.header("content-length") == "5")
                #expect(answer.header("content-type") == "text/plain")
                #expect(answer.header("connection") == nil)
                #expect(answer.header("date")?.hasSuffix(" GMT") == true)
                #expect(answer.body == "hello")
            }
        }

        @Test("answers pipelined requests in order")
        func pipelining() throws {
            try withServer(answering: Self.echo) { live in
                let client = try live.client(sending: (0..<100).map { get("/\($0)") }.joined())
                for number in 0..<100 { #expect(try client.readAnswer().body == "GET /\(number) ") }
            }
        }

        @Test("answers pipelined requests in order when the answers come later, from another thread")
        func latePipelining() throws {
            let lot = ParkingLot()
            try withServer(answering: { lot.park($0) }) { live in
                let client = try live.client(sending: get("/a") + get("/b") + get("/c"))
                for number in 0..<3 {
                    #expect(eventually { lot.count == 1 })
                    lot.answerFirst(.text("\(number)"))
                    #expect(try client.readAnswer().body == "\(number)")
                }
            }
        }

        @Test("keeps apart the requests of clients that send them in parts by turns")
        func interleavedParts() throws {
            try withServer(answering: Self.echo) { live in
                let clients = try (0..<3).map { _ in try live.client() }
                let parts = ["POST /a HTTP/1.1\r\nHost: loc", "alhost\r\nContent-Length: 4\r\n\r\n"]
                for part in parts { for client in clients { client.send(part) } }
                for (number, client) in clients.enumerated() { client.send("\(number)\(number)") }
                for (number, client) in clients.enumerated() { client.send("\(number)\(number)") }
                for (number, client) in clients.enumerated() {
                    let body = String(repeating: "\(number)", count: 4)
                    #expect(try client.readAnswer().body == "POST /a \(body)")
                }
            }
        }

        @Test("keeps pipelined requests while it reads those of other clients")
        func pipelinedBesideOthers() throws {
            let lot = ParkingLot()
            try withServer(answering: { $0.request.path == "/now" ? Self.echo($0) : lot.park($0) }) { live in
                let (waiting, other) = (try live.client(), try live.client())
                waiting.send(get("/wait") + get("/now"))
                #expect(eventually { lot.count == 1 })
                other.send(get("/now"))
                #expect(try other.readAnswer().body == "GET /now ")
                lot.answerFirst(.text("late"))
                #expect(try waiting.readAnswer().body == "late")
                #expect(try waiting.readAnswer().body == "GET /now ")
            }
        }

        @Test("accepts requests byte by byte")
        func byteByByte() throws {
            try withServer(answering: Self.echo) { live in
                let client = try live.client()
                for byte in post("Content-Length: 3", body: "abc").utf8 {
                    client.send(String(UnicodeScalar(byte)))
                }
                #expect(try client.readAnswer().body == "POST /games abc")
            }
        }

        @Test("answers a client that closed its sending half, then closes")
        func halfClose() throws {
            let lot = ParkingLot()
            try withServer(answering: { lot.park($0) }) { live in
                let client = try live.client(sending: get("/a") + get("/b"))
                client.endSending()
                for text in ["a", "b"] {
                    #expect(eventually { lot.count == 1 })
                    lot.answerFirst(.text(text))
                    #expect(try client.readAnswer().body == text)
                }
                #expect(try client.isEnded())
            }
        }

        @Test("sends 100 Continue before it reads the body")
        func expectation() throws {
            try withServer(answering: Self.echo) { live in
                let client = try live.client()
                client.send(post("Expect: 100-continue", "Content-Length: 2", body: ""))
                #expect(try client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                client.send("ab")
                #expect(try client.readAnswer().body == "POST /games ab")
            }
        }

        @Test("answers HEAD with the length of GET's body and without the body")
        func head() throws {
            try withServer { live in
                let client = try live.client(sending: "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n" + get())
                let head = try client.readAnswer(hasBody: false)
                #expect(head.header("content-length") == "5")
                #expect(try client.readAnswer().body == "hello")
            }
        }

        @Test("sends no body with 204 or 304", arguments: [204, 304])
        func noBody(status: Int) throws {
            try withServer(answering: { $0.answer(.text("hello", status: status)) }) { live in
                let client = try live.client(sending: get("/", "Connection: close"))
                let text = try client.readToEnd()
                #expect(text.hasPrefix("HTTP/1.1 \(status) "))
                #expect(text.hasSuffix("\r\n\r\n"))
                #expect(!text.contains("Content-Length"))
            }
        }

        @Test("drops bytes that would end a header line early")
        func headerInjection() throws {
            try withServer(answering: { exchange in
                exchange.answer(
                    HTTPResponse(status: 200, headers: [("X\r\nY", "a\r\nZ: b\0\n"), ("Date", "never")]))
            }) { live in
                let client = try live.client(sending: get())
                let answer = try client.readAnswer()
                #expect(answer.header("xy") == "aZ: b")
                #expect(answer.header("z") == nil)
                #expect(answer.header("date") != "never")
            }
        }

        @Test("sends an answer that is larger than any buffer")
        func largeAnswer() throws {
            let body = [UInt8](repeating: 0x61, count: 3_000_000)
            try withServer(answering: { $0.answer(HTTPResponse(status: 200, body: body)) }) { live in
                let client = try live.client(sending: get() + get())
                #expect(try client.readAnswer().body.utf8.count == body.count)
                #expect(try client.readAnswer().body.utf8.count == body.count)
            }
        }

        @Test("keeps an HTTP/1.0 connection only when asked to")
        func version10() throws {
            try withServer { live in
                let keeping = try live.client(sending: get(version: "HTTP/1.0", "Connection: keep-alive"))
                #expect(try keeping.readAnswer().header("connection") == "keep-alive")
                keeping.send("GET / HTTP/1.0\r\n\r\n")
                #expect(try keeping.readAnswer().header("connection") == "close")
                #expect(try keeping.isEnded())
            }
        }

        @Test("serves localhost, its own address and its public hosts only")
        func hosts() throws {
            var settings = HTTPServerSettings()
            settings.publicHosts = ["Play.example:8080"]
            try withServer(settings) { live in
                for host in [
                    "localhost:1", "LOCALHOST", "localhost.", "127.0.0.1:\(live.port)", "play.EXAMPLE",
                    "play.example.:80",
                ] {
                    let client = try live.client(sending: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    #expect(try client.readAnswer().status == 200, "\(host)")
                }
                for host in ["evil.example", "127.0.0.2", "play.example.evil", "box.local", "box"] {
                    let client = try live.client(sending: get() + "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    #expect(try client.readAnswer().status == 200)
                    #expect(try client.readAnswer().status == 421, "\(host)")
                    #expect(try client.isEnded())
                }
            }
        }

        @Test("serves names of local networks only if it listens beyond loopback")
        func localHosts() throws {
            let names = ["raspberrypi", "RASPBERRYPI.Local:80", "box.lan", "a.b.home.arpa", "five.internal."]
            let others = [
                "evil.example", "local.example", "home.arpa.example", "xlan.example", "box.arpa", "a..lan",
                ".lan",
                "127.1", "2130706433", "0x7f000001", "[::2]",
            ]
            for host in ["0.0.0.0", "127.0.0.1"] {
                try withServer(host: host) { live in
                    for (name, isLocal) in names.map({ ($0, true) }) + others.map({ ($0, false) }) {
                        let client = try live.client(sending: "GET / HTTP/1.1\r\nHost: \(name)\r\n\r\n")
                        let status = isLocal && host == "0.0.0.0" ? 200 : 421
                        #expect(try client.readAnswer().status == status, "\(name) at \(host)")
                    }
                    let malformed = try live.client(sending: "GET / HTTP/1.1\r\nHost: a@box.lan\r\n\r\n")
                    #expect(try malformed.readAnswer().status == 400)
                }
            }
        }

        @Test("listens on IPv6 and formats its addresses as in a URL")
        func addresses() throws {
            let loop = try EventLoop()
            let server = HTTPServer(
                loop: loop, settings: HTTPServerSettings(), handler: LiveServer.Handler { _ in })
            let address = try server.listen(host: "::1", port: 0)
            #expect(address.description == "[::1]:\(address.port)")
            #expect(throws: EventIOError.self) { try server.listen(host: "::1", port: address.port) }
            #expect(throws: EventIOError.self) { try server.listen(host: "no such host", port: 0) }
            #expect(throws: EventIOError.self) { try server.listen(descriptor: 0) }
        }

        @Test("serves an inherited listening socket")
        func inherited() throws {
            let descriptor = try ListeningSocket.bind(host: "127.0.0.1", port: 0, sharesPort: false)
            #expect(listen(descriptor, 8) == 0)
            let waiting = try Client(to: SocketAddress(localOf: descriptor)?.port ?? 0)
            waiting.send(get())
            let loop = try EventLoop()
            let handler = LiveServer.Handler { exchange in
                exchange.answer(.text("inherited"))
                loop.stop()
            }
            let server = HTTPServer(loop: loop, settings: HTTPServerSettings(), handler: handler)
            let address = try server.listen(descriptor: descriptor)
            #expect(address.host == "127.0.0.1")
            loop.run()
            #expect(try waiting.readAnswer().body == "inherited")
            #expect(server.connectionCount == 1)
        }

        @Test("formats dates for HTTP")
        func dates() {
            #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
            #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
            #expect(HTTPDate.text(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
        }
    }
}
