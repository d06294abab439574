import Foundation

nonisolated extension MoveKey {
    /// The key as it is stored.
    var data: Data { Data(bytes) }
}

nonisolated extension Digest {
    /// The digest as it is stored.
    var data: Data { Data(bytes) }
}
