package import GameCore
package import GameJSON

/// An uploaded or generated crossword.
package nonisolated struct StoredPuzzle: Equatable, Sendable {
    package let id: String
    package let format: PuzzleFile.Format
    package let file: [UInt8]
    /// The record of the puzzle in the file; nil in data of version 0.8 and earlier.
    package let content: String?
    /// The digest of the token with which the owner may download the file.
    package let owner: Digest
    /// Whether anybody may download the file, which contains the answers.
    package let isPublic: Bool
    package let created: Timestamp

    package init(
        id: String, format: PuzzleFile.Format, file: [UInt8], content: String?, owner: Digest, isPublic: Bool,
        created: Timestamp
    ) {
        self.id = id
        self.format = format
        self.file = file
        self.content = content
        self.owner = owner
        self.isPublic = isPublic
        self.created = created
    }

    /// The puzzle in the file; nil if it can no longer be read.
    package var puzzle: Puzzle? {
        guard let content else { return try? PuzzleFile(file, mediaType: format.mediaType).puzzle }
        return try? Puzzle(Parameters(record: content))
    }
}
