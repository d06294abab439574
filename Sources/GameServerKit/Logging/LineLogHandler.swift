import EventIO
import GameCore
import GameJSON
import GameStore
package import Logging

/// A swift-log backend that writes one line for each event to standard error.
///
/// All copies of a logger share its level, so that it can be changed while the server runs.
package nonisolated struct LineLogHandler: LogHandler {
    private let level = Locked(Logger.Level.info)
    package var logLevel: Logger.Level {
        get { level.withLock { $0 } }
        nonmutating set { level.withLock { $0 = newValue } }
    }
    package var metadata: Logger.Metadata = [:]
    private let format: LogFormat

    package init(_ format: LogFormat) { self.format = format }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let fields = [
            (name: "level", value: LogFormat.Value.text(event.level.rawValue)),
            (name: "msg", value: .text("\(event.message)")),
        ]
        LogFile.standardError.append(
            format.line(fields + all.map { (name: $0.key, value: .text("\($0.value)")) }))
    }
}
