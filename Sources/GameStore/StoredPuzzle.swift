package import GameCore
package import GameJSON

/// A crossword that somebody has given to the server, as a file.
package nonisolated struct StoredPuzzle: Equatable, Sendable {
    package let id: String
    package let format: PuzzleFile.Format
    package let file: [UInt8]
    /// Of the token with which its owner may have the file back.
    package let owner: Digest
    /// Whether everybody may have the file, answers and all.
    package let isPublic: Bool
    package let made: Timestamp

    package init(
        id: String, format: PuzzleFile.Format, file: [UInt8], owner: Digest, isPublic: Bool, made: Timestamp
    ) {
        self.id = id
        self.format = format
        self.file = file
        self.owner = owner
        self.isPublic = isPublic
        self.made = made
    }
}
