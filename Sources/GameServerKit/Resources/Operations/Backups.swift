import EventIO
import GameCore
import GameJSON
import GameStore

/// `POST /backup` on the control socket: the body is the path of the file to make, and the answer tells how
/// far it is, line by line.
enum Backups {
    static func route(_ store: SQLiteEventStore) -> Route {
        Route(.post, "/backup", cost: .free) { call in try backup(call, store) }
    }

    private static func backup(_ call: Call, _ store: SQLiteEventStore) throws -> Outcome {
        let path = try RequestBody.text(call.request.body)
        var head = HTTPResponse(status: 200, headers: [("Content-Type", "text/plain; charset=utf-8")])
        head.isEndless = true
        guard let stream = call.pending.stream(head, onClose: {}) else { return .later }
        let tell = { (line: String) in stream.send(StreamBytes(Array("\(line)\n".utf8))) }
        store.backup(to: path, progress: { tell("copied \($0) of \($1)") }) { result in
            switch result {
            case .success: tell("done")
            case .failure(let failure): tell("failed \(failure.reason)")
            }
            stream.close()
        }
        return .later
    }
}
