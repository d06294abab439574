import GameCore

/// A crossword that somebody has given to the server, as a file.
nonisolated struct StoredPuzzle: Equatable, Sendable {
    let id: String
    let format: PuzzleFile.Format
    let file: [UInt8]
    /// Of the token with which its owner may have the file back.
    let owner: Digest
    /// Whether everybody may have the file, answers and all.
    let isPublic: Bool
    let made: Timestamp
}
