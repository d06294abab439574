package import Foundation
package import GameCore
import GameJSON
import GameStore
package import Logging

/// Loads the lexicons when a server starts: the shipped one, and those that the operator configured.
package nonisolated enum LexiconLoader {
    /// The most bad lines that a warning lists.
    private static let maximumListedLines = 10
    /// The most bad lines whose reasons are told.
    private static let maximumReasons = 3

    /// The shipped lexicon and those that `settings` name, which may replace it.
    ///
    /// Only logs a warning if the shipped lexicon cannot be read: then words do not score.
    /// - Throws: `LexiconError` for a configured lexicon that cannot be read.
    package static func load(_ settings: Settings, _ log: Logger) throws(LexiconError) -> Lexicons {
        var lexicons: [Lexicon] = []
        for source in settings.lexicons { lexicons.append(try lexicon(source, log)) }
        guard !lexicons.contains(where: { $0.name == Lexicons.default }) else { return Lexicons(lexicons) }
        if let folder = StaticFiles.folder(named: settings.staticFolder) ?? StaticFiles.folder(named: nil) {
            do throws(LexiconError) {
                lexicons.append(try lexicon(LexiconSource(shippedIn: folder), log))
            } catch {
                log.warning("words do not score: \(error)")
            }
        }
        return Lexicons(lexicons)
    }

    private static func lexicon(_ source: LexiconSource, _ log: Logger) throws(LexiconError) -> Lexicon {
        let file = try file(source, source.path)
        let words = { (path: String?) throws(LexiconError) -> [[Letter]] in
            try path.map { path throws(LexiconError) in try self.file(source, path).words } ?? []
        }
        let (common, answers) = (try words(source.commonPath), try words(source.answersPath))
        if let skipped = skippedLines(of: file) { log.warning("lexicon \(source.name): \(skipped)") }
        do throws(RuleViolation) {
            return try Lexicon(
                name: source.name, words: file.words, common: common, answers: answers,
                foldsAccents: source.foldsAccents,
                aliases: source.foldsAccents ? accented.merging(sharpS) { $1 } : sharpS)
        } catch {
            throw LexiconError(source: source, reason: error.detail)
        }
    }

    /// Which lines of `file` are not words.
    ///
    /// If they are a tenth of all lines, also why. Nil if there are none.
    private static func skippedLines(of file: LexiconFile) -> String? {
        let bad = file.badLines
        guard !bad.isEmpty else { return nil }
        let numbers = bad.prefix(maximumListedLines).map { String($0.number) }
        let listed = (numbers + (bad.count > maximumListedLines ? ["…"] : [])).joined(separator: ", ")
        let skipped = "skipped \(bad.count) lines that are not words: \(listed)"
        guard bad.count * 10 >= file.lineCount else { return skipped }
        let reasons = bad.prefix(maximumReasons).map { "line \($0.number), \($0.reason)" }
        return skipped + "; " + reasons.joined(separator: "; ")
    }

    private static func file(_ source: LexiconSource, _ path: String) throws(LexiconError) -> LexiconFile {
        do throws(LexiconFile.Unreadable) {
            return try LexiconFile(path, foldsAccents: source.foldsAccents)
        } catch {
            throw LexiconError(source: source, reason: error.reason)
        }
    }

    /// Maps capital ẞ to ß, which `Letter` keeps in lower case because its usual upper case is two letters.
    private static let sharpS: [Letter: Letter] =
        if let capital = Letter("\u{1E9E}"), let small = Letter("\u{DF}") { [capital: small] } else { [:] }

    /// Maps the accented letters of Latin, Greek and Cyrillic to the plain ones.
    private static let accented: [Letter: Letter] = {
        let blocks: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]
        var plain: [Letter: Letter] = [:]
        for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
            // Letters are capitals, and those with accents are in the same blocks.
            let upper = scalar.properties.uppercaseMapping
            guard upper.unicodeScalars.count > 1 || upper == String(scalar) else { continue }
            guard let letter = Letter(String(scalar)), let folded = Letter(letter.text.withoutAccents),
                folded != letter
            else { continue }
            plain[letter] = folded
        }
        return plain
    }()
}

/// The files of a lexicon, and its name.
package nonisolated struct LexiconSource: Equatable, Sendable {
    /// 1–32 letters, digits, `-` or `_`.
    package let name: String
    /// The file with all words, one a line in UTF-8.
    package let path: String
    /// The file with the words that most people know.
    var commonPath: String?
    /// The file with the words that may be hidden answers.
    var answersPath: String?
    /// Whether accents are removed from words and letters.
    var foldsAccents = false

    /// The shipped lexicon in the static `folder`.
    package init(shippedIn folder: URL) {
        name = Lexicons.default
        path = folder.appending(path: "lexicons/\(name).txt").path
        commonPath = folder.appending(path: "lexicons/\(name)-common.txt").path
        answersPath = folder.appending(path: "lexicons/\(name)-answers.txt").path
        foldsAccents = true
    }

    /// Parses `NAME=PATH`; nil for other text or an invalid name.
    ///
    /// `folded` names lexicons without accents.
    package init?(_ argument: String, folding folded: [String]) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, GameID(parts[0]) != nil else { return nil }
        (name, path) = (parts[0], parts[1])
        foldsAccents = folded.contains(name)
    }
}

/// A lexicon that cannot be read, with the reason.
nonisolated package struct LexiconError: Error, CustomStringConvertible {
    package let source: LexiconSource
    package let reason: String

    package var description: String {
        "The lexicon “\(source.name)” cannot be read from \(source.path): \(reason)"
    }
}
