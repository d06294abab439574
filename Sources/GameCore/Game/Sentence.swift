/// A sentence about players, such as "\(seat) would like to clear the board.".
///
/// Events carry the seats that it names, and not the names; ``text`` has the present names of the players.
public struct Sentence: Equatable, Sendable {
    /// A part of a sentence.
    public enum Part: Equatable, Sendable {
        case text(String)
        /// The player on a seat.
        case seat(Seat)
    }

    /// The parts in order.
    public private(set) var parts: [Part] = []
    /// The names of the seats, once they are known.
    private var names: [Seat: String] = [:]

    /// The sentence of `parts`.
    public init(_ parts: [Part]) { self.parts = parts }

    /// The sentence in words, with “Somebody” for an unknown name.
    public var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .seat(let seat): names[seat] ?? "Somebody"
            }
        }.joined()
    }

    /// A copy with the present names of the players in `state`.
    func naming(_ state: GameState) -> Sentence {
        var named = self
        for case .seat(let seat) in parts { named.names[seat] = state.player(on: seat)?.name.text }
        return named
    }

    /// Whether the sentences have equal parts; names do not matter.
    public static func == (left: Sentence, right: Sentence) -> Bool { left.parts == right.parts }

    /// Appends a part; adjacent texts become one.
    fileprivate mutating func append(_ part: Part) {
        if case .text(let text) = part {
            if text.isEmpty { return }
            if case .text(let last) = parts.last {
                parts[parts.count - 1] = .text(last + text)
                return
            }
        }
        parts.append(part)
    }
}

extension Sentence: ExpressibleByStringInterpolation {
    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sentence = Sentence([])

        /// Begins with no parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends words.
        public mutating func appendLiteral(_ text: String) { sentence.append(.text(text)) }

        /// Appends words.
        public mutating func appendInterpolation(_ text: String) { sentence.append(.text(text)) }

        /// Appends the name of the player on a seat.
        public mutating func appendInterpolation(_ seat: Seat) { sentence.append(.seat(seat)) }

        /// Appends the parts of another sentence.
        public mutating func appendInterpolation(_ other: Sentence) {
            for part in other.parts { sentence.append(part) }
        }
    }

    /// The sentence of a literal without players.
    public init(stringLiteral text: String) { self.init([.text(text)]) }

    /// The sentence of a literal with players.
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sentence }
}
