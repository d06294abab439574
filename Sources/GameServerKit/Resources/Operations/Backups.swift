import EventIO
import GameCore
import GameJSON
import GameStore

/// `POST /backup` on the control socket: the body is the path of the backup, and the answer reports progress.
///
/// A client that leaves aborts its backup.
enum Backups {
    static func route(_ store: SQLiteEventStore) -> Route {
        Route(.post, "/backup", cost: .free) { call in try backup(call, store) }
    }

    private static func backup(_ call: Call, _ store: SQLiteEventStore) throws -> Outcome {
        let path = try RequestBody.text(call.request.body)
        var head = HTTPResponse(status: 200, headers: [("Content-Type", "text/plain; charset=utf-8")])
        head.hasUnknownLength = true
        let isAbandoned = Locked(false)
        let onClose: @Sendable () -> Void = { isAbandoned.withLock { $0 = true } }
        guard let stream = call.pending.stream(head, onClose: onClose) else { return .later }
        let sendLine = { (line: String) in stream.send(StreamBytes(Array("\(line)\n".utf8))) }
        let progress: @MainActor (Int, Int) -> Bool = { copied, total in
            sendLine("copied \(copied) of \(total)")
            return !isAbandoned.withLock { $0 }
        }
        store.backup(to: path, progress: progress) { result in
            switch result {
            case .success: sendLine("done")
            case .failure(let failure): sendLine("failed \(failure.reason)")
            }
            stream.close()
        }
        return .later
    }
}
