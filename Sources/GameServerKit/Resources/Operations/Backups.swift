import EventIO
import GameCore
import GameJSON
import GameStore

/// `POST /backup` on the control socket: the body is the path of the backup, and the answer reports progress.
enum Backups {
    static func route(_ store: SQLiteEventStore) -> Route {
        Route(.post, "/backup", cost: .free) { call in try backup(call, store) }
    }

    private static func backup(_ call: Call, _ store: SQLiteEventStore) throws -> Outcome {
        let path = try RequestBody.text(call.request.body)
        var head = HTTPResponse(status: 200, headers: [("Content-Type", "text/plain; charset=utf-8")])
        head.hasUnknownLength = true
        guard let stream = call.pending.stream(head, onClose: {}) else { return .later }
        let sendLine = { (line: String) in stream.send(StreamBytes(Array("\(line)\n".utf8))) }
        store.backup(to: path, progress: { sendLine("copied \($0) of \($1)") }) { result in
            switch result {
            case .success: sendLine("done")
            case .failure(let failure): sendLine("failed \(failure.reason)")
            }
            stream.close()
        }
        return .later
    }
}
