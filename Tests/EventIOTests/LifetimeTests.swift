import Dispatch
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("Lifetimes")
    struct LifetimeTests {
        /// Weak references to objects that must be freed.
        private final class WeakReferences: Sendable {
            private struct Entry: Sendable { weak var object: (any AnyObject & Sendable)? }
            private let entries = Locked<[Entry]>([])

            func add(_ object: any AnyObject & Sendable) {
                entries.withLock { $0.append(Entry(object: object)) }
            }

            var count: Int { entries.withLock { $0.count } }
            var alive: Int { entries.withLock { $0.count { $0.object != nil } } }
        }

        @Test(
            "after closing, all connections, exchanges, streams, handlers, loops and descriptors are freed")
        func everything() throws {
            let references = WeakReferences()
            let port = try serveAndStop(references)
            #expect(references.count == 9)
            #expect(eventually { references.alive == 0 }, "\(references.alive) are still alive")
            #expect(eventually { Descriptor.count(on: port) == 0 })
        }

        /// Stops a server with answered, parked, streaming, refused and incomplete requests; returns its port.
        private func serveAndStop(_ references: WeakReferences) throws -> UInt16 {
            let lot = ParkingLot()
            let holder = StreamHolder()
            let live = try LiveServer(HTTPServerSettings()) { exchange in
                references.add(exchange.connection)
                let witness = Counter()
                references.add(witness)
                let path = exchange.request.path
                switch path {
                case "/park":
                    exchange.onAbandon { witness.increment() }
                    lot.park(exchange)
                case "/stream":
                    let stream = exchange.stream(.text("")) { witness.increment() }
                    references.add(stream)
                    holder.stream = stream
                default: exchange.answer(.text("hello"))
                }
            }
            references.add(live.loop)
            references.add(live.handler)
            let clients = try ["/", "/park", "/stream"].map { path in
                let client = try live.client(sending: get(path))
                return client
            }
            let refused = try live.client()
            refused.send("nonsense\r\n\r\n")
            let unfinished = try live.client()
            unfinished.send("GET / HT")
            #expect(eventually { lot.count == 1 && holder.stream != nil && live.connectionCount == 5 })
            clients[0].close()
            live.stop()
            lot.clear()
            holder.stream = nil
            return live.port
        }

        @Test("a server that is dropped on another thread closes its connections")
        func droppedElsewhere() throws {
            let loop = try EventLoop()
            var server: HTTPServer? = HTTPServer(
                loop: loop, settings: HTTPServerSettings(),
                handler: LiveServer.Handler { $0.answer(.text("")) })
            let port = try server?.listen(host: "127.0.0.1", port: 0).port ?? 0
            let done = DispatchSemaphore(value: 0)
            DispatchQueue(label: "loop").async {
                loop.run()
                done.signal()
            }
            let client = try Client(to: port)
            client.send(get())
            _ = try client.readAnswer()
            server = nil
            #expect(try client.isEnded())
            // A process that another test is starting can have a copy of the socket for a moment.
            #expect(eventually { (try? Client(to: port)) == nil })
            loop.stop()
            done.wait()
        }

        @Test("a loop can answer the exchanges of another loop")
        func severalLoops() throws {
            let lot = ParkingLot()
            let first = try LiveServer(HTTPServerSettings()) { lot.park($0) }
            let second = try LiveServer(HTTPServerSettings()) { lot.park($0) }
            defer {
                first.stop()
                second.stop()
            }
            let clients = try [first.client(), second.client()]
            clients.forEach { $0.send(get()) }
            #expect(eventually { lot.count == 2 })
            second.onLoop { lot.answerFirst(.text("x")) }
            first.onLoop { lot.answerFirst(.text("x")) }
            for client in clients { #expect(try client.readAnswer().body == "x") }
        }

        @Test("two listeners can share one port")
        func sharedPort() throws {
            let loop = try EventLoop()
            let servers = (0..<2).map { _ in
                HTTPServer(loop: loop, settings: HTTPServerSettings(), handler: LiveServer.Handler { _ in })
            }
            let port = try servers[0].listen(host: "127.0.0.1", port: 0, sharesPort: true).port
            #expect(try servers[1].listen(host: "127.0.0.1", port: port, sharesPort: true).port == port)
        }
    }
}
