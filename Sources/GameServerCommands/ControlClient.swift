import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// A client for the control socket that a running server keeps in its data folder.
nonisolated struct ControlClient {
    private let descriptor: Int32

    /// Connects to the socket at `path`; nil when no server listens there.
    init?(_ path: String) {
        guard var address = sockaddr_un(path: path) else { return nil }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
    }

    /// Makes the server copy its games to the absolute path `file`, and waits until it has.
    ///
    /// - Throws: `StoreRefusal` with the server's error message.
    func backup(to file: String, progress: (Int, Int) -> Void) throws(StoreRefusal) {
        defer { close(descriptor) }
        send("POST /backup HTTP/1.0\r\nHost: localhost\r\nContent-Type: text/plain\r\n")
        send("Content-Length: \(file.utf8.count)\r\n\r\n\(file)")
        var unread: [UInt8] = []
        while let bytes = receive() {
            unread += bytes
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                if try handleLine(line[...], progress) { return }
            }
        }
        throw StoreRefusal("The server stopped before the backup was complete.")
    }

    /// Posts a JSON object, and returns the status and the body of the answer.
    ///
    /// - Throws: `StoreRefusal` if the server stops before it has answered.
    func post(
        _ path: String, _ body: [UInt8], accepting type: String
    ) throws(StoreRefusal) -> (status: Int, body: String) {
        defer { close(descriptor) }
        send("POST \(path) HTTP/1.0\r\nHost: localhost\r\nAccept: \(type)\r\n")
        send("Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
        send(String(decoding: body, as: UTF8.self))
        var received: [UInt8] = []
        while let bytes = receive() { received += bytes }
        let answer = String(decoding: received, as: UTF8.self)
        guard let end = answer.range(of: "\r\n\r\n"),
            let status = answer.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw StoreRefusal("The server stopped before it answered.") }
        return (status, String(answer[end.upperBound...]))
    }

    /// Interprets one line of the response; returns whether it is the last one.
    private func handleLine(
        _ line: Substring, _ progress: (Int, Int) -> Void
    ) throws(StoreRefusal) -> Bool {
        let words = line.split(separator: " ")
        switch words.first {
        case "copied" where words.count == 4:
            if let copied = Int(words[1]), let total = Int(words[3]) { progress(copied, total) }
            return false
        case "failed": throw StoreRefusal(String(line.dropFirst("failed ".count)))
        case "done": return true
        case "HTTP/1.0", "HTTP/1.1":
            guard words.dropFirst().first == "200" else {
                throw StoreRefusal(
                    "This server has no database file; games in Redis are backed up with Redis.")
            }
            return false
        default: return false  // the rest of the head
        }
    }

    private func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            bytes = bytes.dropFirst(sent)
        }
    }

    private func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
