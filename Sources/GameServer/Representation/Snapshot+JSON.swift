import Foundation
import GameCore

nonisolated extension GameSnapshot {
    /// The snapshot as it is stored.
    var record: Data? { try? JSONEncoder().encode(self) }

    /// A snapshot that was stored; nil when it cannot be read.
    init?(record: Data) {
        guard let read = try? JSONDecoder().decode(GameSnapshot.self, from: record) else { return nil }
        self = read
    }
}
