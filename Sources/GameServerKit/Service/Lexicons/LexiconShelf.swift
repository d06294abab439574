package import Foundation
package import GameCore
import GameJSON
import GameStore
package import Logging

/// Reads the lexicons of a server at its start: the one that comes with the page, and those of the host.
package nonisolated enum LexiconShelf {
    /// How many numbers of bad lines are told.
    private static let toldLines = 10

    /// The lexicons that `settings` name.
    ///
    /// Without the one that is shipped, games go on without words.
    /// - Throws: `LexiconError` for one of the host's.
    package static func read(_ settings: Settings, _ log: Logger) throws(LexiconError) -> Lexicons {
        var lexicons: [Lexicon] = []
        for source in settings.lexicons { lexicons.append(try lexicon(source, log)) }
        guard !lexicons.contains(where: { $0.name == Lexicons.default }) else { return Lexicons(lexicons) }
        if let folder = StaticFiles.folder(named: settings.staticFolder) ?? StaticFiles.folder(named: nil) {
            do throws(LexiconError) {
                lexicons.append(try lexicon(LexiconSource(shippedIn: folder), log))
            } catch {
                log.warning("boards are not scored: \(error)")
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
        if !file.badLines.isEmpty {
            let lines = file.badLines.prefix(toldLines).map(String.init).joined(separator: ", ")
            let told = file.badLines.count > toldLines ? lines + ", …" : lines
            log.warning("lexicon \(source.name): \(file.badLines.count) lines are no words: \(told)")
        }
        do throws(RuleViolation) {
            return try Lexicon(
                name: source.name, words: file.words, common: common, answers: answers,
                foldsAccents: source.foldsAccents,
                aliases: source.foldsAccents ? accented.merging(sharpS) { $1 } : sharpS)
        } catch {
            throw LexiconError(source: source, reason: error.detail)
        }
    }

    private static func file(_ source: LexiconSource, _ path: String) throws(LexiconError) -> LexiconFile {
        do throws(LexiconFile.Unreadable) {
            return try LexiconFile(path, foldsAccents: source.foldsAccents)
        } catch {
            throw LexiconError(source: source, reason: error.reason)
        }
    }

    /// The capital form of a letter that is not raised, because most people's capital of it is two letters.
    private static let sharpS: [Letter: Letter] =
        if let capital = Letter("\u{1E9E}"), let usual = Letter("\u{DF}") { [capital: usual] } else { [:] }

    /// Accented letters of Latin, Greek and Cyrillic, each with the plain one.
    private static let accented: [Letter: Letter] = {
        let blocks: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]
        var plain: [Letter: Letter] = [:]
        for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
            guard let letter = Letter(String(scalar)), let folded = Letter(letter.text.withoutAccents),
                folded != letter
            else { continue }
            plain[letter] = folded
        }
        return plain
    }()
}

/// A file of words, and the name that its lexicon gets.
package nonisolated struct LexiconSource: Equatable, Sendable {
    /// 1–32 letters, digits, `-` or `_`.
    package let name: String
    /// One word a line, in UTF-8.
    package let path: String
    /// A file with those of the words that most people know.
    var commonPath: String?
    /// A file with those that may have to be guessed.
    var answersPath: String?
    /// Whether accents are dropped from words and letters.
    var foldsAccents = false

    /// The lexicon that comes with the page in `folder`.
    package init(shippedIn folder: URL) {
        name = Lexicons.default
        path = folder.appending(path: "lexicons/\(name).txt").path
        commonPath = folder.appending(path: "lexicons/\(name)-common.txt").path
        answersPath = folder.appending(path: "lexicons/\(name)-answers.txt").path
        foldsAccents = true
    }

    /// Reads `NAME=PATH`; nil when it is not that.
    package init?(_ argument: String, folding folded: [String]) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, GameID(parts[0]) != nil else { return nil }
        (name, path) = (parts[0], parts[1])
        foldsAccents = folded.contains(name)
    }
}

/// Why a lexicon cannot be had.
nonisolated package struct LexiconError: Error, CustomStringConvertible {
    package let source: LexiconSource
    package let reason: String

    package var description: String {
        "The lexicon “\(source.name)” cannot be read from \(source.path): \(reason)"
    }
}
