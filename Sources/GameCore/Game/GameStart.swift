/// What a game begins with.
public struct GameStart: Equatable, Codable, Sendable {
    /// The seats that play on boards of their own, in the order of their turns; none on a shared board.
    public let order: [Seat]
    /// What is called, in games in which letters are.
    public let letters: CalledLetters?

    /// A beginning.
    public init(order: [Seat], letters: CalledLetters? = nil) {
        self.order = order
        self.letters = letters
    }

    /// The boards of a game that begins so: one for each seat, in the order of the seats.
    func boards(layout: [any CellObject]) -> [Board] {
        order.sorted().map { Board(number: $0.number, objects: layout) }
    }
}

/// Which letters are called in a game.
public struct CalledLetters: Equatable, Codable, Sendable {
    /// How many letters are called.
    public let calls: Int
    /// The lexicon by which the boards are scored.
    public let lexicon: String
    /// The lexicon's fingerprint.
    public let fingerprint: UInt64

    /// So many letters of a lexicon.
    public init(calls: Int, lexicon: String, fingerprint: UInt64) {
        self.calls = calls
        self.lexicon = lexicon
        self.fingerprint = fingerprint
    }
}

/// A letter that everybody is to place.
public struct LetterCall: Equatable, Codable, Sendable {
    /// The letter.
    public let letter: Letter
    /// Which one it is, from 1.
    public let number: Int
    /// Who called it; nil for the server.
    public let by: Seat?
    /// Whether a bot did it in the seat's name.
    public let isBot: Bool

    /// A call.
    public init(letter: Letter, number: Int, by: Seat?, isBot: Bool = false) {
        self.letter = letter
        self.number = number
        self.by = by
        self.isBot = isBot
    }
}
