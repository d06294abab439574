import ArgumentParser
import Foundation
import GameCore
import GameServerKit
import GameStore
import RedisStore

/// A place of stored games, as given on the command line.
nonisolated enum ArchiveLocation: Sendable {
    case sqlite(path: String)
    case redis(RedisAddress)

    /// Parses the value of `option`; errors do not repeat it, because it may hold a password.
    init(_ text: String, option: String) throws {
        if text.hasPrefix("sqlite:"), text.count > 7 {
            self = .sqlite(path: String(text.dropFirst(7)))
        } else if text.hasPrefix("redis") {
            do { self = .redis(try RedisAddress(text)) } catch {
                throw ValidationError("\(option): \(error).")
            }
        } else {
            throw ValidationError("\(option) must be sqlite:PATH or redis://host[:port][/database].")
        }
    }

    /// Whether both name the same place; two names of one host count as different.
    func isSame(as other: ArchiveLocation) -> Bool {
        switch (self, other) {
        case (.sqlite(let path), .sqlite(let other)): DataFolder.isSame(path, other)
        case (.redis(let address), .redis(let other)):
            address.endpoint == other.endpoint && address.database == other.database
        default: false
        }
    }

    /// Opens the games as an archive.
    ///
    /// - Parameter createIfMissing: Whether a data folder may be made.
    /// - Throws: `StoreRefusal` if they cannot be opened, for example because a server uses them.
    @MainActor func open(
        createIfMissing: Bool = false, requiring requirements: RedisRequirements
    ) throws(StoreRefusal) -> any FillableArchive {
        do {
            switch self {
            case .sqlite(let path):
                guard createIfMissing || FileManager.default.fileExists(atPath: path) else {
                    throw StoreRefusal("There is no data folder “\(path)”.")
                }
                return try SQLiteArchive(path, Program.rules, createIfMissing: createIfMissing)
            case .redis(let address):
                return try RedisArchive(address, Program.rules, requirements, loop: MainLoop())
            }
        } catch let refusal as StoreRefusal {
            throw refusal
        } catch { throw StoreRefusal(CheckedCopy.reason(error)) }
    }
}
