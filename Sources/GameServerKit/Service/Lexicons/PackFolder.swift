package import Foundation
package import GameCore

/// The folder of a language pack: `pack.json`, `words.tsv` and `clues.tsv`.
package nonisolated struct PackFolder: Sendable {
    /// The contents of `pack.json`.
    package struct Description: Decodable, Sendable {
        /// The name in game options, such as `de`.
        package let id: String
        /// The name of the language in that language.
        package let name: String
        /// The letters by unit, in their order; a unit that is missing has the letters of its words.
        package let alphabet: [String: String]
        /// Letters that are written as others, such as `"Ä": "AE"`.
        package let fold: [String: String]?
        /// The rows of keys.
        package let keyboard: [String]
        /// How the pack offers games, by the name of their rules; false for a game that it does not offer.
        package let games: [String: Game]
        /// The licence of the words and clues.
        package let licence: String?
        /// Where they come from.
        package let sources: [String]?
    }

    /// How a pack offers one game.
    package struct Game: Decodable, Sendable {
        /// Nil for a game that the pack does not offer.
        let offer: Pack.Offer?

        private enum Key: String, CodingKey { case unit, weekdays }

        package init(from decoder: any Decoder) throws {
            if let isOffered = try? decoder.singleValueContainer().decode(Bool.self) {
                offer = isOffered ? Pack.Offer() : nil
                return
            }
            let fields = try decoder.container(keyedBy: Key.self)
            let unit = try fields.decodeIfPresent(Pack.Unit.self, forKey: .unit)
            let weekdays = try fields.decodeIfPresent([Difficulty].self, forKey: .weekdays) ?? []
            guard weekdays.isEmpty || weekdays.count == 7 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .weekdays, in: fields, debugDescription: "“weekdays” must have seven values.")
            }
            offer = Pack.Offer(unit: unit ?? .letter, weekdays: weekdays)
        }
    }

    /// A line of `clues.tsv`.
    package struct Clue: Sendable {
        /// The line, from 1.
        package let line: Int
        package let word: String
        package let text: String
    }

    /// Why a folder is not a pack; the text completes a sentence.
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    package let url: URL
    package let description: Description
    package let words: [PackWord]

    /// Reads `pack.json` and `words.tsv`.
    ///
    /// - Throws: ``Unreadable``, which names the file and the line.
    package init(_ url: URL) throws(Unreadable) {
        self.url = url
        do {
            let json = try Data(contentsOf: url.appending(path: "pack.json"))
            description = try JSONDecoder().decode(Description.self, from: json)
        } catch let error as DecodingError {
            throw Unreadable(description: "pack.json: \(Self.reason(of: error))")
        } catch {
            throw Unreadable(description: "it has no readable pack.json")
        }
        guard GameID(description.id) != nil else {
            throw Unreadable(description: "pack.json: “id” must have letters, digits, - or _")
        }
        words = try Self.rows(url, "words.tsv") { bytes throws(PackTable.BadLine) in
            try PackTable.words(bytes)
        }
    }

    /// The clues, in the order of the file.
    ///
    /// - Throws: ``Unreadable``, which names the line.
    package func clues() throws(Unreadable) -> [Clue] {
        try Self.rows(url, "clues.tsv") { bytes throws(PackTable.BadLine) in
            try PackTable.rows(bytes, columns: 4...4).map {
                Clue(line: $0.line, word: $0.fields[0], text: $0.fields[2])
            }
        }
    }

    /// The words and clues of the generator of minis.
    package func clueBook() throws(Unreadable) -> ClueBook {
        let spelling = spelling(of: unit(of: PuzzleGenerator.rules))
        var known: [String: PackWord] = [:]
        for word in words where word.isInPuzzles { known[word.text] = word }
        return ClueBook(
            try clues().compactMap { clue in
                guard let word = known[clue.word], let letters = spelling.letters(of: clue.word) else {
                    return nil
                }
                return ClueBook.Entry(word: letters, level: word.level, root: word.root, clue: clue.text)
            })
    }

    /// The words in `unit` for the makers of puzzles, with the clues of `clues`.
    package func vocabulary(of unit: Pack.Unit, clues: [Clue]) -> PuzzleVocabulary {
        let spelling = spelling(of: unit)
        let known = Set(spelling.order)
        let texts = Dictionary(grouping: clues, by: \.word).mapValues { $0.map(\.text) }
        let all = words.compactMap { word -> PuzzleVocabulary.Word? in
            guard let letters = spelling.letters(of: word.text)?.map({ spelling.aliases[$0] ?? $0 }),
                known.isEmpty || letters.allSatisfy(known.contains)
            else { return nil }
            return PuzzleVocabulary.Word(
                letters, level: word.level, root: word.root, isCommon: word.isInPuzzles,
                isUnfit: word.isUnfit,
                clues: texts[word.text] ?? [])
        }
        return PuzzleVocabulary(all, alphabet: spelling.order, spelling)
    }

    /// The pack that games use.
    ///
    /// - Throws: ``Unreadable`` when there are no words for a unit, or too many letters.
    package func pack() throws(Unreadable) -> Pack {
        let offers = description.games.mapValues(\.offer)
        var lexicons: [Pack.Unit: Lexicon] = [:]
        for unit in Set(offers.values.compactMap { $0?.unit }) {
            do throws(RuleViolation) {
                lexicons[unit] = try Lexicon(id: description.id, words: words, spelling(of: unit))
            } catch {
                throw Unreadable(description: "words.tsv: \(error.detail)")
            }
        }
        guard
            let pack = Pack(id: description.id, name: description.name, games: offers, lexicons: lexicons)
        else { throw Unreadable(description: "pack.json: “games” offers no game") }
        return pack
    }

    private func unit(of rules: String) -> Pack.Unit { description.games[rules]?.offer?.unit ?? .letter }

    /// How the words are spelled in `unit`.
    package func spelling(of unit: Pack.Unit) -> Spelling {
        let order = (description.alphabet[unit.rawValue] ?? "").compactMap { Letter(String($0)) }
        var spelling = Spelling(order: order)
        spelling.unit = unit
        spelling.casing = Casing(of: description.id)
        spelling.keyboard = description.keyboard
        for (letter, text) in description.fold ?? [:] where unit != .syllable {
            guard let letter = Letter(letter) else { continue }
            spelling.expansions[letter] = text.compactMap { Letter(String($0)) }
        }
        let known = Set(order)
        spelling.aliases = AccentedLetters.plain.filter { letter, plain in
            !known.contains(letter) && known.contains(plain) && spelling.expansions[letter] == nil
        }
        return spelling
    }

    // MARK: Reading

    private static func rows<Row>(
        _ url: URL, _ name: String, _ read: ([UInt8]) throws(PackTable.BadLine) -> [Row]
    ) throws(Unreadable) -> [Row] {
        guard let data = try? Data(contentsOf: url.appending(path: name)) else {
            throw Unreadable(description: "it has no readable \(name)")
        }
        do throws(PackTable.BadLine) { return try read(Array(data)) } catch {
            let reason = error.isText ? "has not the columns of a pack" : "is not UTF-8"
            throw Unreadable(description: "\(name): line \(error.number) \(reason)")
        }
    }

    private static func reason(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” has another type"
        case .dataCorrupted(let context): context.debugDescription
        @unknown default: "it cannot be read"
        }
    }
}
