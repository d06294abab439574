/// The words of one language, as the games of a server use them.
///
/// A pack that was read from a folder names the unit of the cells of each game, and the games that it does
/// not offer. A plain list of words offers all games that need no clues.
public struct Pack: Sendable {
    /// The unit that fills one cell.
    public enum Unit: String, Codable, CaseIterable, Sendable {
        /// A letter.
        case letter
        /// A basic jamo of the Korean alphabet, as one key of a keyboard writes it.
        case jamo
        /// A Korean syllable of several jamo.
        case syllable
    }

    /// How a pack offers a game.
    public struct Offer: Equatable, Sendable {
        /// The unit that fills one cell.
        public let unit: Unit
        /// The difficulty of the daily game by weekday, Monday first; empty for the default.
        public let weekdays: [Difficulty]

        /// Creates an offer.
        public init(unit: Unit = .letter, weekdays: [Difficulty] = []) {
            (self.unit, self.weekdays) = (unit, weekdays)
        }
    }

    /// The name in game options and requests, such as `de`.
    public let id: String
    /// The name of the language in that language; ``id`` for a plain list.
    public let name: String
    /// The games that the pack mentions, by the name of their rules; nil for one that it does not offer.
    public let games: [String: Offer?]
    /// Whether there are clues for the words.
    public let hasClues: Bool
    /// The words in letters, or in the unit of the first game that has them.
    public let lexicon: Lexicon
    private let lexicons: [Unit: Lexicon]

    /// Creates the pack of a plain list.
    public init(_ lexicon: Lexicon) {
        (id, name, games, hasClues) = (lexicon.name, lexicon.name, [:], false)
        (self.lexicon, lexicons) = (lexicon, [.letter: lexicon])
    }

    /// Creates a pack with clues that offers `games` with the words of `lexicons`; nil without any lexicon.
    public init?(id: String, name: String, games: [String: Offer?], lexicons: [Unit: Lexicon]) {
        guard let lexicon = Unit.allCases.lazy.compactMap({ lexicons[$0] }).first else { return nil }
        (self.id, self.name, self.games, hasClues) = (id, name, games, true)
        (self.lexicon, self.lexicons) = (lexicon, lexicons)
    }

    /// How the pack offers the games of `rules`; nil if it does not mention them, or does not offer them.
    public func offer(of rules: String) -> Offer? { games[rules] ?? nil }

    /// The words in the unit of `rules`; those of ``lexicon`` for rules that the pack does not mention.
    public func lexicon(for rules: String) -> Lexicon {
        offer(of: rules).flatMap { lexicons[$0.unit] } ?? lexicon
    }

    /// Whether the pack says that it does not offer the games of `rules`.
    public func excludes(_ rules: String) -> Bool { games[rules].map { $0 == nil } ?? false }
}

/// The packs of a server.
public struct Lexicons: Sendable {
    /// The name of the default pack.
    public static let `default` = "en"
    /// An empty collection.
    public static let none = Lexicons([Pack]())

    /// The packs, sorted by id.
    public let packs: [Pack]

    /// Creates a collection of `packs`.
    public init(_ packs: [Pack]) {
        self.packs = packs.sorted { $0.id < $1.id }
    }

    /// Creates a collection of plain lists.
    public init(_ lexicons: [Lexicon]) { self.init(lexicons.map { Pack($0) }) }

    /// The pack with this id, or nil if the server does not have it.
    public subscript(id: String) -> Pack? {
        packs.first { $0.id == id }
    }

    /// The words of the pack `id` for the games of `rules`; nil if the server does not have it.
    public subscript(id: String, for rules: String) -> Lexicon? { self[id]?.lexicon(for: rules) }

    /// The words of the pack `id` for a new game of `rules`.
    ///
    /// - Throws: `unknown-lexicon` if the server does not have it; `not-in-pack` if it does not offer the
    ///   game.
    public func lexicon(_ id: String, for rules: String) throws(RuleViolation) -> Lexicon {
        guard let pack = self[id] else {
            let known = packs.map(\.id).joined(separator: ", ")
            throw RuleViolation(
                .unknownLexicon,
                "There is no lexicon \(Parameters.quoted(id)); this server has \(known.isEmpty ? "none" : known)."
            )
        }
        guard !pack.excludes(rules) else {
            throw RuleViolation(.notInPack, "The pack “\(id)” does not offer “\(rules)”.")
        }
        return pack.lexicon(for: rules)
    }
}
