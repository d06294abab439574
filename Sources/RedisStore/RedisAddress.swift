import Foundation
import GameCore
import GameJSON
import GameStore

/// Where a Redis listens, and how one gets in.
///
/// `redis://[user:password@]host[:port][/database]` or `redis+unix:///path[?db=database]`; user and password
/// are percent-encoded.
package nonisolated struct RedisAddress: Equatable, Sendable {
    /// How it is reached.
    package enum Place: Equatable, Sendable {
        case host(String, port: UInt16)
        case socket(path: String)
    }

    /// Why something is no address; it does not repeat what was written, which may hold a password.
    package struct Unreadable: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    static let usualPort: UInt16 = 6379

    package let place: Place
    var user: String?
    package var password: String?
    package var database = 0

    package init(_ place: Place) { self.place = place }

    /// Reads what somebody has written.
    package init(_ written: String) throws(Unreadable) {
        if let rest = written.afterPrefix("redis://") {
            try self.init(authority: rest)
        } else if let rest = written.afterPrefix("redis+unix://") {
            try self.init(socket: rest)
        } else if written.hasPrefix("rediss://") {
            throw Unreadable(
                description: "TLS to Redis is not spoken; put it behind stunnel or a private network")
        } else {
            throw Unreadable(
                description: "an address is redis://host[:port][/database] or redis+unix:///path")
        }
    }

    private init(authority rest: Substring) throws(Unreadable) {
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let at = parts[0].lastIndex(of: "@")
        let whereabouts = at.map { parts[0][parts[0].index(after: $0)...] } ?? parts[0]
        self.init(try Self.place(whereabouts))
        if let at { (user, password) = try Self.credentials(parts[0][..<at]) }
        if parts.count > 1, !parts[1].isEmpty { database = try Self.database(parts[1]) }
    }

    private init(socket rest: Substring) throws(Unreadable) {
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasPrefix("/"), parts[0].utf8.count < 108 else {
            throw Unreadable(
                description:
                    "redis+unix:// is followed by an absolute path, as in redis+unix:///run/redis.sock")
        }
        self.init(.socket(path: String(parts[0])))
        guard parts.count > 1 else { return }
        guard let number = String(parts[1]).afterPrefix("db=") else {
            throw Unreadable(description: "after the path of a socket only ?db=NUMBER may come")
        }
        database = try Self.database(number)
    }

    /// `host`, `host:port` or `[IPv6]:port`.
    private static func place(_ text: Substring) throws(Unreadable) -> Place {
        var (host, port) = (text, Substring())
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
        } else if let colon = text.lastIndex(of: ":") {
            (host, port) = (text[..<colon], text[colon...])
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "?" || $0 == "#" }) else {
            throw Unreadable(description: "the address names no host")
        }
        guard !port.isEmpty else { return .host(String(host), port: usualPort) }
        guard port.first == ":", let number = UInt16(port.dropFirst()), number > 0 else {
            throw Unreadable(description: "the port is a number from 1 to 65535")
        }
        return .host(String(host), port: number)
    }

    private static func credentials(
        _ text: Substring
    ) throws(Unreadable) -> (user: String?, password: String?) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2,
            let user = parts[0].removingPercentEncoding,
            let password = parts[1].removingPercentEncoding
        else {
            throw Unreadable(description: "before the @ stands user:password or :password, percent-encoded")
        }
        return (user.isEmpty ? nil : user, password)
    }

    private static func database(_ text: Substring) throws(Unreadable) -> Int {
        guard let number = Int(text), (0...65535).contains(number) else {
            throw Unreadable(description: "the database is a number from 0")
        }
        return number
    }
}

/// For logs and errors: without user and password.
nonisolated extension RedisAddress: CustomStringConvertible {
    package var description: String {
        switch place {
        case .host(let host, let port):
            "redis://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
        case .socket(let path): "redis+unix://\(path)?db=\(database)"
        }
    }
}

nonisolated extension String {
    /// What follows `prefix`; nil when the text does not begin so.
    fileprivate func afterPrefix(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
