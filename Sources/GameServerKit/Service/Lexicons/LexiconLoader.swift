import Foundation
package import GameCore
import GameJSON
import GameStore
package import Logging

/// Loads the packs when a server starts: the shipped one, and the packs and lists that the operator configured.
package nonisolated enum LexiconLoader {
    /// The maximum number of bad lines that a warning lists.
    private static let maximumListedLines = 10
    /// The number of words at the start of a list of frequencies that count as common.
    private static let maximumCommonWords = 5000
    /// The maximum number of bad lines whose reasons a warning gives.
    private static let maximumReasons = 3

    /// The shipped pack, and the packs and lists that `settings` name, one of which may replace it.
    ///
    /// If the shipped pack cannot be read, logs a warning, and words do not score.
    /// - Throws: `LexiconError` for a configured pack or list that cannot be read.
    package static func load(_ settings: Settings, _ log: Logger) throws(LexiconError) -> LoadedPacks {
        var loaded = LoadedPacks()
        for source in settings.lexicons { loaded.packs.append(Pack(try lexicon(source, log))) }
        for path in settings.packs { try loaded.add(path, settings) }
        guard !loaded.packs.contains(where: { $0.id == Lexicons.default }) else { return loaded }
        do throws(LexiconError) { try loaded.add(Lexicons.default, settings) } catch {
            log.warning("words do not score: \(error)")
        }
        return loaded
    }

    private static func lexicon(_ source: LexiconSource, _ log: Logger) throws(LexiconError) -> Lexicon {
        let file = try file(source)
        let frequent = try frequentWords(source)
        let common = commonWords(of: file, frequent)
        // Otherwise every word would be an answer, which the list is there to prevent.
        if let path = source.frequencies, frequent.isEmpty || common.isEmpty {
            throw LexiconError(
                "list of frequencies", source.name, path, "it has none of the words of \(source.path).")
        }
        if let skipped = skippedLines(of: file) { log.warning("lexicon \(source.name): \(skipped)") }
        do throws(RuleViolation) {
            var spelling = Spelling(aliases: AccentedLetters.sharpS)
            spelling.casing = source.casing
            if source.foldsAccents { spelling.aliases.merge(AccentedLetters.plain) { $1 } }
            return try Lexicon(
                name: source.name, words: file.words, common: common,
                answers: frequent.isEmpty ? [] : baseForms(of: common), foldsAccents: source.foldsAccents,
                spelling: spelling)
        } catch {
            throw LexiconError("lexicon", source.name, source.path, error.detail)
        }
    }

    /// The words of the list of frequencies, the commonest first; empty without such a list.
    private static func frequentWords(_ source: LexiconSource) throws(LexiconError) -> [[Letter]] {
        guard let path = source.frequencies else { return [] }
        do throws(WordLines.Unreadable) {
            return try LexiconFile(
                path, foldsAccents: source.foldsAccents, casing: source.casing, isFrequencies: true
            ).words
        } catch {
            throw LexiconError("list of frequencies", source.name, path, error.reason)
        }
    }

    /// The words that most people know: the commonest ones, without names; empty means all words.
    private static func commonWords(of file: LexiconFile, _ frequent: [[Letter]]) -> [[Letter]] {
        guard !frequent.isEmpty else { return file.ordinary }
        let known = Set(frequent.prefix(maximumCommonWords))
        return (file.ordinary.isEmpty ? file.words : file.ordinary).filter(known.contains)
    }

    /// The words that do not extend another one by a letter or two, as inflected forms do.
    private static func baseForms(of words: [[Letter]]) -> [[Letter]] {
        let known = Set(words)
        return words.filter { word in
            (1...2).allSatisfy { word.count - $0 < 3 || !known.contains(Array(word.dropLast($0))) }
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

    private static func file(_ source: LexiconSource) throws(LexiconError) -> LexiconFile {
        do throws(WordLines.Unreadable) {
            return try LexiconFile(source.path, foldsAccents: source.foldsAccents, casing: source.casing)
        } catch {
            throw LexiconError("lexicon", source.name, source.path, error.reason)
        }
    }
}

/// The packs of a server, and the folders from which some of them come.
package nonisolated struct LoadedPacks: Sendable {
    fileprivate var packs: [Pack] = []
    /// By the id of the pack.
    package fileprivate(set) var folders: [String: PackFolder] = [:]

    /// Without packs.
    package init() {}

    package var lexicons: Lexicons { Lexicons(packs) }

    /// Adds the pack in the folder `path`, or the shipped one of that name.
    fileprivate mutating func add(_ path: String, _ settings: Settings) throws(LexiconError) {
        let shipped = StaticFiles.pageFolder(among: settings.staticFolders)?.appending(path: "packs/\(path)")
        let folders = [URL(filePath: path)] + [shipped].compactMap(\.self)
        let url = folders.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "pack.json").path)
        }
        let fail = { (reason: String) in LexiconError("pack", path, url?.path ?? path, reason) }
        guard let url else { throw fail("it has no pack.json.") }
        do throws(PackFolder.Unreadable) {
            let folder = try PackFolder(url)
            let id = folder.description.id
            guard !packs.contains(where: { $0.id == id }) else {
                throw PackFolder.Unreadable(description: "there is another pack or lexicon “\(id)”")
            }
            packs.append(try folder.pack())
            self.folders[id] = folder
        } catch { throw fail("\(error).") }
    }
}

/// The file of a word list, and its name.
package nonisolated struct LexiconSource: Equatable, Sendable {
    /// 1–32 letters, digits, `-` or `_`.
    package let name: String
    /// The file with all words, one a line in UTF-8.
    package let path: String
    /// Whether accents are removed from words and letters.
    var foldsAccents = false
    /// The casing of the language that the name is the tag of.
    var casing: Casing { Casing(of: name) }
    /// The file with the same language's words, the commonest first; nil without one.
    package var frequencies: String?

    /// Parses `NAME=PATH`; nil for other text or an invalid name.
    ///
    /// `folded` names lexicons without accents.
    package init?(_ argument: String, folding folded: [String] = []) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, GameID(parts[0]) != nil else { return nil }
        (name, path) = (parts[0], parts[1])
        foldsAccents = folded.contains(name)
    }
}

/// A pack or a list that cannot be read, with the reason.
nonisolated package struct LexiconError: Error, CustomStringConvertible {
    package let description: String
    /// The last part of the description.
    let reason: String

    fileprivate init(_ kind: String, _ name: String, _ path: String, _ reason: String) {
        self.reason = reason
        description = "The \(kind) “\(name)” cannot be read from \(path): \(reason)"
    }
}
