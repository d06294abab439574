import GameCore

/// The clues of an ipuz file, matched to the slots of the grid.
struct IPuzClues {
    /// A bound above the number of slots that a 5x5 grid can have.
    package static let maximumCount = 4 * CellIndex.side

    /// The texts, by index into the slots.
    package private(set) var texts: [Int: String] = [:]
    private let slots: [PuzzleSlot]
    private let labels: [String]

    /// Reads the clues of `document`.
    ///
    /// - Parameter labels: The label in the first cell of each slot.
    /// - Throws: `invalid-value` for duplicate labels and for clues that match no slot or share one.
    package init(
        _ document: [String: JSONValue], _ slots: [PuzzleSlot], labels: [String]
    ) throws(RuleViolation) {
        (self.slots, self.labels) = (slots, labels)
        for direction in [BoardLine.Direction.across, .down] {
            let written = slotIndices(direction).map { labels[$0] }.filter { !$0.isEmpty }
            guard Set(written).count == written.count else {
                throw RuleViolation(
                    .invalidValue, "Two words \(direction.rawValue) have the same label.")
            }
        }
        switch document["clues"] {
        case nil, .null: return
        case .object(let directions): try read(directions)
        default: throw RuleViolation(.invalidValue, "The clues are not grouped by direction.")
        }
    }

    private mutating func read(_ directions: [String: JSONValue]) throws(RuleViolation) {
        let lists = directions.sorted { $0.key < $1.key }.map { ($0.key, Self.list($0.value)) }
        let count = lists.reduce(0) { $0 + $1.1.count }
        guard count <= Self.maximumCount else {
            throw RuleViolation(
                .invalidValue, "The puzzle has \(count) clues; the limit is \(Self.maximumCount).")
        }
        for (name, list) in lists where !list.isEmpty {
            guard let direction = Self.direction(name) else {
                throw RuleViolation(.invalidValue, "Only across and down clues are supported.")
            }
            for (index, clue) in list.enumerated() { try read(clue, direction, index) }
        }
    }

    private func slotIndices(_ direction: BoardLine.Direction) -> [Int] {
        slots.indices.filter { slots[$0].direction == direction }
    }

    private static func list(_ value: JSONValue) -> [JSONValue] {
        if case .list(let list) = value { list } else { [] }
    }

    /// The direction of a list; a display name may follow a colon, as in `Across:Horizontal`.
    private static func direction(_ name: String) -> BoardLine.Direction? {
        switch name.prefix(while: { $0 != ":" }).lowercased() {
        case "across": .across
        case "down": .down
        default: nil
        }
    }

    private mutating func read(
        _ clue: JSONValue, _ direction: BoardLine.Direction, _ index: Int
    ) throws(RuleViolation) {
        let (written, text) = try Self.parts(clue)
        let label = written?.isEmpty == true ? nil : written
        // A clue without a label belongs to the slot at its index.
        let own = slotIndices(direction)
        let slot = label.map { label in own.first { labels[$0] == label } } ?? own.dropFirst(index).first
        guard let slot else {
            throw RuleViolation(
                .invalidValue, "Clue \(index + 1) \(direction.rawValue) belongs to no word.")
        }
        guard texts[slot] == nil else {
            throw RuleViolation(
                .invalidValue, "Two clues \(direction.rawValue) belong to the same word.")
        }
        texts[slot] = try PuzzleText.line(HTMLText.plain(text), "clue", limit: PuzzleText.longestClue)
    }

    /// Splits a clue, which is a pair `[1,"Text"]`, an object `{"number":1,"clue":"Text"}`, or the text
    /// alone.
    private static func parts(_ clue: JSONValue) throws(RuleViolation) -> (label: String?, text: String) {
        switch clue {
        case .text(let text): return (nil, text)
        case .list(let pair) where pair.count == 2:
            if case .text(let text) = pair[1], let label = try IPuzGrid.labelText(pair[0]) {
                return (label, text)
            }
        case .object(let object):
            switch object["clue"] {
            case .text(let text): return (try label(object), text)
            case nil, .null: return (try label(object), "")
            default: break
            }
        default: break
        }
        throw RuleViolation(.invalidValue, "A clue must be a pair, an object or a string.")
    }

    /// The label of an object; a clue to several words is assigned to the first.
    private static func label(_ clue: [String: JSONValue]) throws(RuleViolation) -> String? {
        if case .list(let numbers) = clue["numbers"] { return try IPuzGrid.labelText(numbers.first) }
        return try IPuzGrid.labelText(clue["number"] ?? clue["label"])
    }
}
