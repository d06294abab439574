package import GameCore
package import GameJSON

/// An uploaded or generated crossword.
package nonisolated struct StoredPuzzle: Equatable, Sendable {
    package let id: String
    package let format: PuzzleFile.Format
    package let file: [UInt8]
    /// The digest of the token with which the owner may download the file.
    package let owner: Digest
    /// Whether anybody may download the file, which contains the answers.
    package let isPublic: Bool
    package let created: Timestamp

    package init(
        id: String, format: PuzzleFile.Format, file: [UInt8], owner: Digest, isPublic: Bool,
        created: Timestamp
    ) {
        self.id = id
        self.format = format
        self.file = file
        self.owner = owner
        self.isPublic = isPublic
        self.created = created
    }
}
