import Dispatch
import Synchronization
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("Many requests at once")
    struct FairnessTests {
        /// The order in which requests were handled.
        private final class Order: Sendable {
            private let targets = Mutex<[String]>([])

            var all: [String] { targets.withLock { $0 } }

            func note(_ target: String) { targets.withLock { $0.append(target) } }
        }

        /// Keeps a loop busy until the clients have sent what they have to say.
        private func whileBusy(_ live: LiveServer, _ work: () -> Void) {
            let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            live.loop.perform {
                begun.signal()
                mayGoOn.wait()
            }
            begun.wait()
            work()
            mayGoOn.signal()
        }

        @Test("who sends many requests at once does not make the others wait for all of them")
        func turns() throws {
            let order = Order()
            let settings = HTTPServerSettings()
            try withServer(
                settings,
                answering: {
                    order.note($0.request.path)
                    $0.answer(.text("hello"))
                },
                { live in
                    let (eager, modest) = (try live.client(), try live.client())
                    #expect(eventually { live.connectionCount == 2 })
                    whileBusy(live) {
                        eager.send(String(repeating: get("/eager"), count: 300))
                        modest.send(get("/modest"))
                    }
                    #expect(try modest.readAnswer().status == 200)
                    for _ in 0..<300 { #expect(try eager.readAnswer().status == 200) }
                    let before = order.all.prefix { $0 == "/eager" }.count
                    #expect(before <= 2 * settings.requestsPerTurn)
                    #expect(order.all.count == 301)
                })
        }

        @Test("who sends many requests and then closes that side gets all answers")
        func halfClosed() throws {
            try withServer { live in
                let client = try live.client()
                whileBusy(live) {
                    client.send(String(repeating: get(), count: 100))
                    client.endSending()
                }
                for _ in 0..<100 { #expect(try client.readAnswer().status == 200) }
                #expect(try client.isEnded())
            }
        }

        @Test("who sends many requests and breaks off harms nobody")
        func reset() throws {
            try withServer { live in
                let client = try live.client()
                whileBusy(live) {
                    client.send(String(repeating: get(), count: 300))
                    client.reset()
                }
                #expect(eventually { live.connectionCount == 0 })
                let next = try live.client()
                next.send(get())
                #expect(try next.readAnswer().status == 200)
            }
        }
    }
}
