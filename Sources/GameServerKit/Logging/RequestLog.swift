import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// Writes the access log, and reports slow requests.
///
/// May be used on any thread.
/// The lines contain the pattern of a route instead of the path and the query, which clients choose.
nonisolated final class RequestLog: Sendable {
    private let accessLog: LogFile?
    private let format: LogFormat
    /// The nanoseconds above which a request is slow.
    private let slow: Int64
    private let log: Logger
    private let proxies: TrustedProxies

    /// Creates the log that the settings ask for; nil if they ask for none.
    ///
    /// - Throws: `StoreRefusal` if the access log cannot be written.
    init?(_ settings: Settings, log: Logger) throws(StoreRefusal) {
        guard settings.accessLog != nil || settings.slow != nil else { return nil }
        if let path = settings.accessLog { accessLog = try LogFile(path) } else { accessLog = nil }
        format = settings.logFormat
        slow = settings.slow.map(\.nanoseconds) ?? .max
        self.log = log
        proxies = settings.proxies
    }

    /// Opens the access log again, after it was rotated.
    func reopen() throws(StoreRefusal) { try accessLog?.reopen() }

    func trace(_ exchange: borrowing HTTPExchange) -> RequestTrace {
        RequestTrace(exchange, address: proxies.client(of: exchange.request, peer: exchange.peer))
    }

    func record(_ answer: HTTPAnswer) {
        let trace = answer.context as? RequestTrace
        let (elapsed, stages) = trace?.current ?? (0, RequestTrace.Stages())
        accessLog?.append(
            format.line([
                ("id", .text("\(answer.id)")), ("address", .text(trace?.address ?? answer.peer.host)),
                ("method", .text(trace?.method.rawValue ?? "-")), ("route", .text(stages.route ?? "-")),
                ("status", .number(answer.status)), ("bytes", .number(answer.bytes)),
                ("us", .number(Int(elapsed / 1000))),
            ]))
        if elapsed > slow, !stages.isParked { report(answer, elapsed, stages) }
    }

    /// Logs how long a slow request took: until the main actor had time for it, to wake or refresh its games,
    /// in its handler, and after the handler, for the store or a worker.
    private func report(_ answer: HTTPAnswer, _ elapsed: Int64, _ stages: RequestTrace.Stages) {
        let entered = stages.entered ?? elapsed
        let ready = stages.ready ?? entered
        let handled = min(stages.handled ?? elapsed, elapsed)
        let microseconds = { (span: Int64) in Logger.MetadataValue.stringConvertible(max(span, 0) / 1000) }
        log.warning(
            "slow request",
            metadata: [
                "id": .stringConvertible(answer.id), "route": .string(stages.route ?? "-"),
                "status": .stringConvertible(answer.status), "us": microseconds(elapsed),
                "queue_us": microseconds(entered), "wake_us": microseconds(ready - entered),
                "handler_us": microseconds(handled - ready), "store_us": microseconds(elapsed - handled),
            ])
    }
}
