import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// Speaks to the server that has a data folder, through the socket in it.
nonisolated struct ControlClient {
    private let descriptor: Int32

    /// The server that listens on `path`; nil when none does.
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

    /// Has the server copy its games to the absolute path `file`.
    ///
    /// - Throws: `StoreRefusal`, with what the server says.
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
                if try understand(line[...], progress) { return }
            }
        }
        throw StoreRefusal("The server went away before the copy was whole.")
    }

    /// One line of the answer; true when it is the last.
    private func understand(
        _ line: Substring, _ progress: (Int, Int) -> Void
    ) throws(StoreRefusal) -> Bool {
        let words = line.split(separator: " ")
        switch words.first {
        case "copied" where words.count == 4:
            if let copied = Int(words[1]), let total = Int(words[3]) { progress(copied, total) }
            return false
        case "failed": throw StoreRefusal(String(line.dropFirst("failed ".count)))
        case "done": return true
        default: return false  // the head of the answer
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
