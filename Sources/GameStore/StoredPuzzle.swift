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

/// A page of public puzzles, newest first.
package nonisolated struct PuzzleListQuery: Sendable {
    package let limit: Int
    /// Limits the list to puzzles with a smaller ordinal.
    package let cursor: Int?

    package init(limit: Int, cursor: Int?) {
        (self.limit, self.cursor) = (limit, cursor)
    }
}

/// A puzzle as the list of public puzzles shows it.
package nonisolated struct PuzzleSummary: Sendable {
    /// The position in order of creation among the puzzles of the store.
    package let ordinal: Int
    package let id: String
    package let format: PuzzleFile.Format
    package let created: Timestamp
    /// Nil if the file can no longer be read.
    package let puzzle: Puzzle?

    package init(ordinal: Int, _ stored: StoredPuzzle) {
        self.ordinal = ordinal
        (id, format, created, puzzle) = (stored.id, stored.format, stored.created, stored.puzzle)
    }
}
