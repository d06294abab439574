import GameCore

/// The clues of an ipuz file, each with the word that it leads to.
struct IPuzClues {
    /// More than any board of five rows and five columns has.
    package static let most = 4 * CellIndex.side

    /// The texts, by the place of their slot among `slots`.
    package private(set) var texts: [Int: String] = [:]
    private let slots: [PuzzleSlot]
    private let labels: [String]

    /// Reads the clues of `document` for `slots`, in whose first cells stand `labels`, one for each slot.
    package init(
        _ document: [String: JSONValue], _ slots: [PuzzleSlot], labels: [String]
    ) throws(RuleViolation) {
        (self.slots, self.labels) = (slots, labels)
        for direction in [BoardLine.Direction.across, .down] {
            let written = places(direction).map { labels[$0] }.filter { !$0.isEmpty }
            guard Set(written).count == written.count else {
                throw RuleViolation(
                    .invalidValue, "Two words \(direction.rawValue) have the same label.")
            }
        }
        switch document["clues"] {
        case nil, .null: return
        case .object(let directions): try read(directions)
        default: throw RuleViolation(.invalidValue, "The clues are not sorted by their directions.")
        }
    }

    private mutating func read(_ directions: [String: JSONValue]) throws(RuleViolation) {
        let lists = directions.sorted { $0.key < $1.key }.map { ($0.key, Self.list($0.value)) }
        let count = lists.reduce(0) { $0 + $1.1.count }
        guard count <= Self.most else {
            throw RuleViolation(
                .invalidValue, "The puzzle has \(count) clues; there can be \(Self.most) at most.")
        }
        for (name, list) in lists where !list.isEmpty {
            guard let direction = Self.direction(name) else {
                throw RuleViolation(.invalidValue, "Only clues across and down can be played here.")
            }
            for (place, clue) in list.enumerated() { try read(clue, direction, place) }
        }
    }

    /// The places of the slots in one direction.
    private func places(_ direction: BoardLine.Direction) -> [Int] {
        slots.indices.filter { slots[$0].direction == direction }
    }

    private static func list(_ value: JSONValue) -> [JSONValue] {
        if case .list(let list) = value { list } else { [] }
    }

    /// The direction of a list; after a colon stands how it is shown: `Across:Horizontal`.
    private static func direction(_ name: String) -> BoardLine.Direction? {
        switch name.prefix(while: { $0 != ":" }).lowercased() {
        case "across": .across
        case "down": .down
        default: nil
        }
    }

    private mutating func read(
        _ clue: JSONValue, _ direction: BoardLine.Direction, _ place: Int
    ) throws(RuleViolation) {
        let (written, text) = try Self.parts(clue)
        let label = written?.isEmpty == true ? nil : written
        // A clue without a label belongs to the word in its place.
        let own = places(direction)
        let slot = label.map { label in own.first { labels[$0] == label } } ?? own.dropFirst(place).first
        guard let slot else {
            throw RuleViolation(
                .invalidValue, "The clue in place \(place + 1) \(direction.rawValue) belongs to no word.")
        }
        guard texts[slot] == nil else {
            throw RuleViolation(
                .invalidValue, "Two clues \(direction.rawValue) belong to the same word.")
        }
        texts[slot] = try PuzzleText.line(HTMLText.plain(text), "clue", limit: PuzzleText.longestClue)
    }

    /// The label, if there is one, and the text of a clue: a pair `[1,"Text"]`, an object
    /// `{"number":1,"clue":"Text"}`, or the text alone.
    private static func parts(_ clue: JSONValue) throws(RuleViolation) -> (label: String?, text: String) {
        switch clue {
        case .text(let text): return (nil, text)
        case .list(let pair) where pair.count == 2:
            if case .text(let text) = pair[1], let label = try IPuzGrid.sign(pair[0]) { return (label, text) }
        case .object(let object):
            switch object["clue"] {
            case .text(let text): return (try label(object), text)
            case nil, .null: return (try label(object), "")
            default: break
            }
        default: break
        }
        throw RuleViolation(.invalidValue, "A clue is neither a pair nor an object nor a text.")
    }

    /// A clue to several words stands at the first of them.
    private static func label(_ clue: [String: JSONValue]) throws(RuleViolation) -> String? {
        if case .list(let numbers) = clue["numbers"] { return try IPuzGrid.sign(numbers.first) }
        return try IPuzGrid.sign(clue["number"] ?? clue["label"])
    }
}
