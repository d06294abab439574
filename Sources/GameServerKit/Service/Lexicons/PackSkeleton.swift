package import Foundation
import GameCore

/// A new pack from a list of words: folded, with levels, roots and an alphabet, and ready for clues.
package nonisolated struct PackSkeleton {
    /// A word of the new pack.
    private struct Word {
        let text: String
        let letters: [Letter]
        let level: Int
        let root: String
        let mayBeHidden: Bool
    }

    private let language: String
    private let alphabet: [Letter]
    private let words: [Word]

    /// The number of words.
    package var count: Int { words.count }

    /// Reads the words of `list`, and how common they are from `frequencies`: words, the commonest first.
    ///
    /// - Throws: ``PackFolder/Unreadable`` if a file is no list of words.
    package init(language: String, list: String, frequencies: String?) throws(PackFolder.Unreadable) {
        self.language = language
        let casing = Casing(of: language)
        let upper = { (text: String) in
            casing.prepared(text.precomposedStringWithCanonicalMapping).uppercased()
        }
        let texts = try Self.texts(of: list)
        var ranks: [String: Int] = [:]
        if let frequencies {
            for (rank, text) in zip(0..., try Self.texts(of: frequencies, isFrequencies: true))
            where ranks[upper(text)] == nil {
                ranks[upper(text)] = rank
            }
        }
        // A list that writes some words in lower case tells names by their capitals.
        let tellsCase = texts.contains { $0 == $0.lowercased() }
        var found: [String: Word] = [:]
        let all = Set(texts.map(upper))
        for text in texts {
            let word = upper(text)
            let letters = word.compactMap { Letter(String($0)) }
            guard letters.count == word.count, Lexicon.lengths.contains(letters.count), found[word] == nil
            else { continue }
            let isName = tellsCase && text.first?.isUppercase == true
            let root = Self.root(of: word, among: all)
            let level = isName ? 6 : frequencies == nil ? 3 : Self.level(of: ranks[word])
            found[word] = Word(
                text: word, letters: letters, level: level, root: root,
                mayBeHidden: letters.count == CellIndex.side && level <= 4 && root == word)
        }
        guard !found.isEmpty else {
            throw PackFolder.Unreadable(description: "\(list) has no words of 2 to 5 letters")
        }
        // Otherwise no word could be hidden.
        if let frequencies, all.isDisjoint(with: ranks.keys) {
            throw PackFolder.Unreadable(description: "\(frequencies) has none of the words of \(list)")
        }
        words = found.values.sorted { $0.text < $1.text }
        alphabet = Set(words.flatMap(\.letters)).sorted { $0.text < $1.text }
    }

    /// Writes the files of the pack into `folder`, which must not exist.
    ///
    /// - Throws: if the folder exists or cannot be written.
    package func write(to folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            throw PackFolder.Unreadable(description: "\(folder.path) exists already")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in try files() {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
    }

    private func files() throws -> [String: String] {
        let name = Locale(identifier: language).localizedString(forLanguageCode: language) ?? language
        let json: [String: Any] = [
            "id": language, "name": name.prefix(1).uppercased() + name.dropFirst(),
            "alphabet": ["letter": alphabet.map(\.text).joined()], "fold": [String: String](),
            "keyboard": keyboard, "games": ["guess": true, "lattice": true, "square": true, "mini": false],
            "licence": "", "sources": [String](),
        ]
        let options: JSONSerialization.WritingOptions = [
            .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
        ]
        let rows = words.map { word in
            "\(word.text)\t\(word.level)\t\(word.root)\(word.mayBeHidden ? "\ta" : "")\n"
        }
        let checks = words.prefix(40).map { word in
            ["input": word.text.lowercased(), "folds": word.text, "word": true] as [String: Any]
        }
        return [
            "pack.json": String(
                decoding: try JSONSerialization.data(withJSONObject: json, options: options), as: UTF8.self)
                + "\n",
            "words.tsv": "# word, level (1 for everybody to 5, 6 only valid), root, flags (a may be hidden, "
                + "x never in a puzzle, n mass noun)\n" + rows.joined(),
            "clues.tsv": "# word, class, clue, source\n",
            "checks.json": String(
                decoding: try JSONSerialization.data(withJSONObject: checks, options: options), as: UTF8.self)
                + "\n",
        ]
    }

    /// Rows of ten keys in the order of the alphabet.
    private var keyboard: [String] {
        stride(from: 0, to: alphabet.count, by: 10).map { start in
            alphabet[start..<min(start + 10, alphabet.count)].map(\.text).joined()
        }
    }

    // MARK: Guesses

    private static func texts(
        of path: String, isFrequencies: Bool = false
    ) throws(PackFolder.Unreadable) -> [String] {
        do throws(WordLines.Unreadable) {
            return try WordLines(path, isFrequencies: isFrequencies).words.compactMap {
                String(validating: $0.word, as: UTF8.self)
            }
        } catch { throw PackFolder.Unreadable(description: "\(path): \(error.reason)") }
    }

    /// The level of a word by its place in the list of frequencies: each level has more words than the one before.
    private static func level(of rank: Int?) -> Int {
        guard let rank else { return 6 }
        return [1000, 4000, 12_000, 30_000].firstIndex { rank < $0 }.map { $0 + 1 } ?? 5
    }

    /// The longest word of the list that `word` extends by one or two letters and that has three or more; else `word`.
    private static func root(of word: String, among all: Set<String>) -> String {
        (1...2).map { String(word.dropLast($0)) }.first { $0.count >= 3 && all.contains($0) } ?? word
    }
}
