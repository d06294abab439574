import Dispatch
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("Fairness among connections")
    struct FairnessTests {
        private final class RequestLog: Sendable {
            private let targets = Locked<[String]>([])

            var all: [String] { targets.withLock { $0 } }

            func note(_ target: String) { targets.withLock { $0.append(target) } }
        }

        /// Blocks the loop while `work` sends requests.
        private func whileBlocked(_ live: LiveServer, _ work: () -> Void) {
            let (begun, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            live.loop.perform {
                begun.signal()
                mayContinue.wait()
            }
            begun.wait()
            work()
            mayContinue.signal()
        }

        @Test("a client with many pipelined requests does not make others wait for all of them")
        func turns() throws {
            let log = RequestLog()
            let settings = HTTPServerSettings()
            try withServer(
                settings,
                answering: {
                    log.note($0.request.path)
                    $0.answer(.text("hello"))
                },
                { live in
                    let (eager, modest) = (try live.client(), try live.client())
                    #expect(eventually { live.connectionCount == 2 })
                    whileBlocked(live) {
                        eager.send(String(repeating: get("/eager"), count: 300))
                        modest.send(get("/modest"))
                    }
                    #expect(try modest.readAnswer().status == 200)
                    for _ in 0..<300 { #expect(try eager.readAnswer().status == 200) }
                    let before = log.all.prefix { $0 == "/eager" }.count
                    #expect(before <= 2 * settings.requestsPerTurn)
                    #expect(log.all.count == 301)
                })
        }

        @Test("a client that sends many requests and closes its sending side gets all answers")
        func halfClosed() throws {
            try withServer { live in
                let client = try live.client()
                whileBlocked(live) {
                    client.send(String(repeating: get(), count: 100))
                    client.endSending()
                }
                for _ in 0..<100 { #expect(try client.readAnswer().status == 200) }
                #expect(try client.isEnded())
            }
        }

        @Test("a client that resets after many requests does not affect others")
        func reset() throws {
            try withServer { live in
                let client = try live.client()
                whileBlocked(live) {
                    client.send(String(repeating: get(), count: 300))
                    client.reset()
                }
                #expect(eventually { live.connectionCount == 0 })
                let next = try live.client(sending: get())
                #expect(try next.readAnswer().status == 200)
            }
        }
    }
}
