import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The password of Redis, from a file or the environment: other users can read the command line.
struct RedisOptions: ParsableArguments {
    nonisolated static let variable = "FIVEBYFIVE_REDIS_PASSWORD"
    nonisolated static let warning = """
        other users of this machine can see the password of Redis in the list of processes; use \
        --redis-password-file or \(variable)
        """

    @Option(
        help: ArgumentHelp(
            "The file with the password of Redis; otherwise \(variable) has it.", valueName: "file"))
    var redisPasswordFile: String?

    func completed(_ store: StoreKind) throws -> StoreKind {
        guard case .redis(let address) = store else { return store }
        return .redis(try completed(address))
    }

    func completed(_ location: ArchiveLocation) throws -> ArchiveLocation {
        guard case .redis(let address) = location else { return location }
        return .redis(try completed(address))
    }

    /// Whether `text`, the address of a store, contains credentials and is on the command line.
    static func showsPassword(in text: String) -> Bool {
        text.hasPrefix("redis") && text.contains("@")
            && CommandLine.arguments.contains { $0.hasSuffix(text) }
    }

    private func completed(_ address: RedisAddress) throws -> RedisAddress {
        guard let password = try password else { return address }
        var address = address
        address.password = password
        return address
    }

    /// The password in the file, without the line feed at its end, or in the environment.
    private var password: String? {
        get throws {
            guard let redisPasswordFile else {
                return ProcessInfo.processInfo.environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
            }
            guard let bytes = FileManager.default.contents(atPath: redisPasswordFile),
                let text = String(validating: bytes, as: UTF8.self)
            else { throw StoreRefusal("The password file “\(redisPasswordFile)” cannot be read.") }
            return String(text.prefix { $0 != "\n" && $0 != "\r\n" })
        }
    }
}
