import Foundation
import GameCore

/// A file of words, and the name that its lexicon gets.
nonisolated struct LexiconSource: Equatable, Sendable {
    /// 1–32 letters, digits, `-` or `_`.
    let name: String
    /// One word a line, in UTF-8.
    let path: String
    /// A file with those of the words that most people know.
    var commonPath: String?
    /// A file with those that may have to be guessed.
    var answersPath: String?
    /// Whether accents are dropped from words and letters.
    var foldsAccents = false

    /// The lexicon that comes with the page in `folder`.
    init(shippedIn folder: URL) {
        name = Lexicons.usual
        path = folder.appending(path: "lexicons/\(name).txt").path
        commonPath = folder.appending(path: "lexicons/\(name)-common.txt").path
        answersPath = folder.appending(path: "lexicons/\(name)-answers.txt").path
        foldsAccents = true
    }

    /// Reads `NAME=PATH`; nil when it is not that.
    init?(_ argument: String, folding folded: [String]) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, GameID(parts[0]) != nil else { return nil }
        (name, path) = (parts[0], parts[1])
        foldsAccents = folded.contains(name)
    }
}

/// Why a lexicon cannot be had.
nonisolated struct LexiconError: Error, CustomStringConvertible {
    let source: LexiconSource
    let reason: String

    var description: String { "The lexicon “\(source.name)” cannot be read from \(source.path): \(reason)" }
}
