/// The content of a cell, such as a letter or a block.
///
/// Each kind is a small value type that decides how it reacts to typing. A game defines its own kinds by
/// adopting this protocol. Views do not switch over kinds: they use `symbol`, `style` and `decoration`.
public protocol CellObject: Sendable {
    /// The kind's name on the wire: `letter`, `block`, `given`, …
    var kind: String { get }
    /// The letter, if any.
    var letter: Letter? { get }
    /// The mark of the letter, if it has one. Default: nil.
    var mark: CellMark? { get }
    /// Whether the letter and its mark can no longer change. Default: if the mark says so.
    var isLocked: Bool { get }
    /// The number, label and circle printed in the cell. Default: none.
    var decoration: CellDecoration { get }
    /// The letter that the typed `text` stands for; nil if the cell cannot hold it. Default: a single letter.
    func parse(_ text: String) -> Letter?
    /// The object after `letter` was typed; nil clears.
    ///
    /// - Throws: `locked-cell` if the object cannot be typed over.
    func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject
    /// The object with another letter, to apply an event. Default: as after `typing(_:)`, if that allows it.
    func holding(_ letter: Letter?) -> any CellObject
    /// The object with another mark. Default: the object itself, for kinds without marks.
    func marked(_ mark: CellMark?) -> any CellObject
    /// The object's one character in the board's text. Default: the letter, or `.`.
    var symbol: String { get }
    /// How the object is drawn. Default: plain.
    var style: CellStyle { get }
}

/// How a cell is drawn.
public enum CellStyle: Sendable {
    /// A letter on the normal background.
    case plain
    /// A bold letter on the normal background.
    case bold
    /// A bold letter on a background that marks it as part of the layout.
    case given
    /// A black square.
    case block
}

extension CellObject {
    /// Default: the letter, or `.`.
    public var symbol: String { letter?.text ?? "." }

    /// Default: plain.
    public var style: CellStyle { .plain }

    /// Default: nil.
    public var mark: CellMark? { nil }

    /// Default: if the mark says so.
    public var isLocked: Bool { mark?.locks == true }

    /// Default: none.
    public var decoration: CellDecoration { .none }

    /// Default: a single letter.
    public func parse(_ text: String) -> Letter? { Letter(text) }

    /// Default: the result of `typing(_:)`, or the object itself if that throws.
    public func holding(_ letter: Letter?) -> any CellObject { (try? typing(letter)) ?? self }

    /// Default: the object itself.
    public func marked(_ mark: CellMark?) -> any CellObject { self }

    func after(_ change: CellChange) -> any CellObject {
        holding(change.value).marked(change.isPencil ? .pencil : nil)
    }
}

/// A cell for typed letters; empty at first.
public struct LetterCell: CellObject {
    /// The letter; nil if the cell is empty.
    public let letter: Letter?
    /// The mark that the rules have put on the letter.
    public let mark: CellMark?
    /// The kind `letter`.
    public var kind: String { "letter" }

    /// Creates a cell with `letter`.
    public init(_ letter: Letter? = nil, mark: CellMark? = nil) {
        self.letter = letter
        self.mark = mark
    }

    /// Replaces the letter, without a mark; refuses if the mark locks it.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard !isLocked else { throw RuleViolation(.lockedCell, "This letter can no longer be changed.") }
        return LetterCell(letter)
    }

    /// The cell with `letter` and no mark.
    public func holding(_ letter: Letter?) -> any CellObject { LetterCell(letter) }

    /// The cell with `mark`, or without a mark if the cell is empty; there is no pencil.
    public func marked(_ mark: CellMark?) -> any CellObject {
        LetterCell(letter, mark: letter == nil || mark == .pencil ? nil : mark)
    }
}

/// A black square that cannot be typed into.
public struct BlockCell: CellObject {
    /// The kind `block`.
    public var kind: String { "block" }
    /// Always nil.
    public var letter: Letter? { nil }
    /// The style `block`.
    public var style: CellStyle { .block }
    /// The symbol `#`.
    public var symbol: String { "#" }

    /// Creates a block.
    public init() {}

    /// Always throws.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        throw RuleViolation(.lockedCell, "This cell is a block.")
    }
}

/// A letter of the layout, which cannot be changed.
public struct GivenCell: CellObject {
    /// The letter.
    public let letter: Letter?
    /// The number, label and circle printed in the cell.
    public let decoration: CellDecoration
    /// The style `given`.
    public var style: CellStyle { .given }
    /// The kind `given`.
    public var kind: String { "given" }
    /// The letter, or the first letter of a rebus.
    public var symbol: String { letter.map { $0.isSingle ? $0.text : String($0.text.prefix(1)) } ?? "." }

    /// Creates a cell with `letter`.
    public init(_ letter: Letter, decoration: CellDecoration = .none) {
        self.letter = letter
        self.decoration = decoration
    }

    /// Always throws.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        throw RuleViolation(.lockedCell, "The letter in this cell is given and cannot be changed.")
    }
}

/// A mark that the rules, or a pencil, put on the letter in a cell.
public enum CellMark: String, CaseIterable, Sendable {
    /// In a word to find: the right letter in the right place.
    case hit
    /// In a word to find: the word has the letter elsewhere.
    case near
    /// In a word to find: the word does not have the letter, or not this often.
    case miss
    /// In a crossword: checked and wrong.
    case wrong
    /// In a crossword: checked and right.
    case right
    /// In a crossword: revealed by the server.
    case revealed
    /// In a crossword: written in pencil.
    case pencil

    /// Whether the mark says where a letter of a word belongs; the others are used in crosswords.
    var isWordMark: Bool { self == .hit || self == .near || self == .miss }

    /// Whether a letter with this mark can no longer be changed, unless the kind of cell says otherwise.
    public var locks: Bool {
        switch self {
        case .hit, .near, .miss, .right, .revealed: true
        case .wrong, .pencil: false
        }
    }
}

/// The sides of a cell on which a bar ends a word, as a block does.
public struct CellBars: OptionSet, Sendable {
    /// Between the cell and the next one of its row.
    public static let right = CellBars(rawValue: 1)
    /// Between the cell and the next one of its column.
    public static let bottom = CellBars(rawValue: 2)

    /// The sides as bits.
    public let rawValue: Int

    /// Creates a set of sides.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The sides by name, in the order in which they are written.
    static let named: [(name: String, side: CellBars)] = [("right", .right), ("bottom", .bottom)]

    /// The names of the sides: `right`, `bottom`.
    public var names: [String] { Self.named.filter { contains($0.side) }.map(\.name) }
}

/// The number, label, circle and bars printed in a cell of a crossword.
public struct CellDecoration: Equatable, Sendable {
    /// The number of the clue whose word begins in the cell.
    public let number: Int?
    /// A label in place of the number.
    public let label: String?
    /// Whether the cell has a circle.
    public let isCircled: Bool
    /// The bars on the sides of the cell.
    public let bars: CellBars

    /// No decoration.
    public static let none = CellDecoration()

    /// Creates a decoration.
    public init(
        number: Int? = nil, label: String? = nil, isCircled: Bool = false, bars: CellBars = []
    ) {
        self.number = number
        self.label = label
        self.isCircled = isCircled
        self.bars = bars
    }
}
