import Foundation
import GameCore
import GameJSON
import GameStore

/// The address of a Redis server, with credentials and database.
///
/// `redis://[user:password@]host[:port][/database]` or `redis+unix:///path[?db=database]`; user and password
/// are percent-encoded.
package nonisolated struct RedisAddress: Equatable, Sendable {
    package enum Endpoint: Equatable, Sendable {
        case host(String, port: UInt16)
        case socket(path: String)
    }

    /// Why a text is not an address; the description never repeats the text, which may hold a password.
    package struct ParseError: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    static let defaultPort: UInt16 = 6379

    package let endpoint: Endpoint
    var user: String?
    package var password: String?
    package var database = 0

    package init(_ endpoint: Endpoint) { self.endpoint = endpoint }

    package init(_ text: String) throws(ParseError) {
        if let rest = text.afterPrefix("redis://") {
            try self.init(authority: rest)
        } else if let rest = text.afterPrefix("redis+unix://") {
            try self.init(socket: rest)
        } else if text.hasPrefix("rediss://") {
            throw ParseError(
                description: "TLS is not supported; reach Redis through stunnel or a private network")
        } else {
            throw ParseError(
                description: "the address must be redis://host[:port][/database] or redis+unix:///path")
        }
    }

    private init(authority rest: Substring) throws(ParseError) {
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let at = parts[0].lastIndex(of: "@")
        let hostAndPort = at.map { parts[0][parts[0].index(after: $0)...] } ?? parts[0]
        self.init(try Self.endpoint(hostAndPort))
        if let at { (user, password) = try Self.credentials(parts[0][..<at]) }
        if parts.count > 1, !parts[1].isEmpty { database = try Self.database(parts[1]) }
    }

    private init(socket rest: Substring) throws(ParseError) {
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasPrefix("/"), parts[0].utf8.count < 108 else {
            throw ParseError(
                description:
                    "redis+unix:// must be followed by an absolute path, as in redis+unix:///run/redis.sock"
            )
        }
        self.init(.socket(path: String(parts[0])))
        guard parts.count > 1 else { return }
        guard let number = String(parts[1]).afterPrefix("db=") else {
            throw ParseError(description: "only ?db=NUMBER may follow the path of the socket")
        }
        database = try Self.database(number)
    }

    /// `host`, `host:port` or `[IPv6]:port`.
    private static func endpoint(_ text: Substring) throws(ParseError) -> Endpoint {
        var (host, port) = (text, Substring())
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
        } else if let colon = text.lastIndex(of: ":") {
            (host, port) = (text[..<colon], text[colon...])
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "?" || $0 == "#" }) else {
            throw ParseError(description: "the address has no host")
        }
        guard !port.isEmpty else { return .host(String(host), port: defaultPort) }
        guard port.first == ":", let number = UInt16(port.dropFirst()), number > 0 else {
            throw ParseError(description: "the port must be a number from 1 to 65535")
        }
        return .host(String(host), port: number)
    }

    private static func credentials(
        _ text: Substring
    ) throws(ParseError) -> (user: String?, password: String?) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2,
            let user = parts[0].removingPercentEncoding,
            let password = parts[1].removingPercentEncoding
        else {
            throw ParseError(description: "user:password or :password must precede the @, percent-encoded")
        }
        return (user.isEmpty ? nil : user, password)
    }

    private static func database(_ text: Substring) throws(ParseError) -> Int {
        guard let number = Int(text), (0...65535).contains(number) else {
            throw ParseError(description: "the database must be a number from 0 to 65535")
        }
        return number
    }
}

/// The address without user and password, for logs and errors.
nonisolated extension RedisAddress: CustomStringConvertible {
    package var description: String {
        switch endpoint {
        case .host(let host, let port):
            "redis://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
        case .socket(let path): "redis+unix://\(path)?db=\(database)"
        }
    }
}

nonisolated extension String {
    fileprivate func afterPrefix(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
