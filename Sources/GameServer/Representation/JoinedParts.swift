/// The bytes of several parts, one after the other, each of which can be replaced.
nonisolated struct JoinedParts {
    /// All parts.
    private(set) var bytes: [UInt8]
    /// Where each part ends.
    private var ends: [Int]

    init(_ parts: [[UInt8]] = []) {
        bytes = Array(parts.joined())
        var end = 0
        ends = parts.map { part in
            end += part.count
            return end
        }
    }

    /// The part at `place` is `part` from now on.
    ///
    /// - Complexity: O(bytes), most of it by moving memory.
    mutating func replace(_ place: Int, with part: [UInt8]) {
        let range = (place == 0 ? 0 : ends[place - 1])..<ends[place]
        bytes.replaceSubrange(range, with: part)
        guard part.count != range.count else { return }
        for later in place..<ends.count { ends[later] += part.count - range.count }
    }
}
