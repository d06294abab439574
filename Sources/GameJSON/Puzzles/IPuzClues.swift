import GameCore

/// The clues of an ipuz file, matched to the slots of the grid.
struct IPuzClues {
    /// An upper bound of the number of slots in a 5x5 grid.
    package static let maximumCount = 4 * CellIndex.side

    /// The texts, by index into the slots.
    package private(set) var texts: [Int: String] = [:]
    /// For a word that the clue of another word includes, that other word, by index into the slots.
    private var references: [Int: Int] = [:]
    /// The parts of clues that are not shown, each with the clues that have it.
    private var unshown: [String: [String]] = [:]
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
        case .object(let directions):
            try read(directions)
            writeReferences()
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
        _ value: JSONValue, _ direction: BoardLine.Direction, _ index: Int
    ) throws(RuleViolation) {
        let clue = try Clue(value)
        let label = clue.label?.isEmpty == true ? nil : clue.label
        // A clue without a label belongs to the slot at its index.
        let own = slotIndices(direction)
        guard let slot = label.map({ self.slot($0, direction) }) ?? own.dropFirst(index).first else {
            let clue = label.map { "Clue \($0) \(direction.rawValue)" }
            let unlabelled = "Number \(index + 1) in the list of clues \(direction.rawValue)"
            throw RuleViolation(.invalidValue, "\(clue ?? unlabelled) belongs to no word.")
        }
        guard texts[slot] == nil else {
            throw RuleViolation(
                .invalidValue, "Two clues \(direction.rawValue) belong to the same word.")
        }
        texts[slot] = try PuzzleText.line(clue.enumerated, "clue", limit: PuzzleText.longestClue)
        let name = "\(labels[slot]) \(direction.rawValue)"
        for part in clue.unshown { unshown[Clue.unshownParts[part] ?? part, default: []].append(name) }
        for word in clue.continued.compactMap({ self.slot(word: $0, from: direction) }) where word != slot {
            references[word] = slot
        }
        if let word = clue.see.flatMap({ self.slot(word: $0, from: direction) }), word != slot {
            references[slot] = word
        }
    }

    /// A sentence for each part of a clue that is not shown.
    var warnings: [String] {
        unshown.sorted { $0.key < $1.key }.map { part, clues in
            "Not shown of clue \(clues.joined(separator: ", ")): the \(part)."
        }
    }

    /// Gives a word without a clue a reference to the clue that includes it.
    ///
    /// The reference is text, as in print, because `.puz` files have no field for it.
    private mutating func writeReferences() {
        for (word, other) in references where texts[word, default: ""].isEmpty && !labels[other].isEmpty {
            texts[word] = "See \(labels[other]) \(slots[other].direction == .across ? "Across" : "Down")"
        }
    }

    private func slot(_ label: String, _ direction: BoardLine.Direction) -> Int? {
        slotIndices(direction).first { !label.isEmpty && labels[$0] == label }
    }

    /// The slot that a clue refers to as `7`, `"7"`, `"7 Down"`, `["Down",7]` or
    /// `{"direction":"Down","number":7}`; nil if there is none.
    private func slot(word: JSONValue, from direction: BoardLine.Direction) -> Int? {
        switch word {
        case .object(let object):
            guard let label = IPuzGrid.label(object["number"] ?? object["label"]) else { return nil }
            return slot(label, Self.direction(object["direction"]) ?? direction)
        case .list(let pair) where pair.count == 2:
            guard let direction = Self.direction(pair[0]), let label = IPuzGrid.label(pair[1]) else {
                return nil
            }
            return slot(label, direction)
        default:
            guard let label = IPuzGrid.label(word) else { return nil }
            let parts = label.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2, let direction = Self.direction(parts[1]) { return slot(parts[0], direction) }
            return slot(label, direction)
        }
    }

    private static func direction(_ value: JSONValue?) -> BoardLine.Direction? {
        if case .text(let name) = value { direction(name) } else { nil }
    }
}

/// A clue, which is a pair `[1,"Text"]`, an object `{"number":1,"clue":"Text"}`, or the text alone.
private struct Clue {
    private(set) var label: String?
    private(set) var text = ""
    /// The lengths of the answer's words, such as `3,2`; "" for none.
    private(set) var enumeration = ""
    /// The other words of its answer.
    private(set) var continued: [JSONValue] = []
    /// The word whose clue this one refers to.
    private(set) var see: JSONValue?
    /// The parts of its object that are not shown.
    private(set) var unshown: Set<String> = []

    /// The parts of a clue that ipuz has and that are not shown, in words.
    fileprivate static let unshownParts = [
        "hints": "hints", "image": "picture", "highlight": "highlighted squares", "info": "remark",
    ]

    init(_ clue: JSONValue) throws(RuleViolation) {
        switch clue {
        case .text(let text):
            self.text = text
            return
        case .list(let pair) where pair.count == 2:
            if case .text(let text) = pair[1], let label = try IPuzGrid.labelText(pair[0]) {
                (self.label, self.text) = (label, text)
                return
            }
        case .object(let object):
            switch object["clue"] {
            case .text(let text): self.text = text
            case nil, .null: break
            default: throw Self.malformed
            }
            enumeration = Self.enumeration(object["enumeration"])
            unshown = Set(Self.unshownParts.keys.filter { ![nil, .null].contains(object[$0]) })
            try readWords(object)
            return
        default: break
        }
        throw Self.malformed
    }

    /// The text, followed by the enumeration unless it ends with it already, perhaps spaced or before a full stop.
    var enumerated: String {
        let text = HTMLText.plain(text)
        let end = text.filter { !$0.isWhitespace }
        let written = enumeration.filter { !$0.isWhitespace }
        guard !written.isEmpty, !end.hasSuffix(written), !end.hasSuffix(written + ".") else { return text }
        return text.isEmpty ? enumeration : "\(text) \(enumeration)"
    }

    /// An enumeration in parentheses; other programs write it as text, with or without them, or as a number.
    private static func enumeration(_ value: JSONValue?) -> String {
        let written: String
        switch value {
        case .number(let number): written = String(number)
        case .text(let text):
            let words = HTMLText.plain(text).split(whereSeparator: \.isWhitespace)
            // “2 wds.” keeps its space, “3, 2” does not.
            written = words.joined(separator: text.contains(where: \.isLetter) ? " " : "")
        default: return ""
        }
        guard !written.isEmpty else { return "" }
        return written.hasPrefix("(") && written.hasSuffix(")") ? written : "(\(written))"
    }

    /// Reads the word of an object; a clue to several words belongs to the first.
    private mutating func readWords(_ clue: [String: JSONValue]) throws(RuleViolation) {
        if case .list(let words) = clue["continued"] { continued = words }
        see = clue["see"]
        guard case .list(let numbers) = clue["numbers"] ?? clue["number"] else {
            label = try IPuzGrid.labelText(clue["number"] ?? clue["label"])
            return
        }
        label = try IPuzGrid.labelText(numbers.first)
        continued += numbers.dropFirst()
    }

    private static let malformed = RuleViolation(
        .invalidValue, "A clue must be a pair, an object or a string.")
}
