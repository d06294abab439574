import EventIO
import GameCore
import GameJSON
import GameStore

/// The facts about one request for the logs; created only if a log needs them.
///
/// May be used on any thread.
nonisolated final class RequestTrace: Sendable {
    /// The times at which a request reached its stages, in nanoseconds since it was complete.
    struct Stages {
        /// The path pattern of the route; nil if there is none.
        var route: String?
        /// The front door received the request on the main actor.
        var entered: Int64?
        /// The games were awake and up to date.
        var ready: Int64?
        /// The handler returned, perhaps without an answer yet.
        var handled: Int64?
        /// Whether the request waits on purpose: a long poll, or a stream.
        var isParked = false
    }

    let method: HTTPMethod
    let address: String
    private let watch = Stopwatch()
    private let stages = Locked(Stages())

    /// - Parameter address: The client's.
    init(_ exchange: borrowing HTTPExchange, address: String) {
        method = exchange.request.method
        self.address = address
    }

    /// Notes the current time for a stage; the first time counts.
    func reach(_ stage: any WritableKeyPath<Stages, Int64?> & Sendable) {
        let now = watch.nanoseconds
        stages.withLock { if $0[keyPath: stage] == nil { $0[keyPath: stage] = now } }
    }

    func setRoute(_ pattern: String) { stages.withLock { $0.route = pattern } }

    func park() { stages.withLock { $0.isParked = true } }

    /// The nanoseconds until now, and the stages.
    var current: (elapsed: Int64, stages: Stages) { (watch.nanoseconds, stages.withLock { $0 }) }
}
