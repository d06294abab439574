/// What stands in a cell: the represented object that a data source gives for an index.
///
/// Each kind is a small value that decides by itself what typing does to it. Whoever
/// shows cells never asks for the kind: how an object looks in a medium is an extension of the kind there.
public protocol CellObject: Sendable {
    /// The kind's name on the wire: `letter`, `block`, `given`, …
    var kind: String { get }
    /// The letter shown, if any.
    var letter: Letter? { get }
    /// What the rules have said of the letter, if anything.
    var mark: CellMark? { get }
    /// What is printed in the cell besides.
    var print: CellPrint { get }
    /// What is meant when `text` is typed; nil when it is nothing that can stand here.
    func reading(_ text: String) -> Letter?
    /// What stands in the cell after `letter` was typed (nil clears).
    ///
    /// - Throws: the reason why this kind cannot be typed over.
    func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject
    /// What stands in the cell after a change that has already been agreed: a fact cannot be refused.
    func taking(_ letter: Letter?) -> any CellObject
    /// The same letter with another mark; kinds that have no marks stay as they are.
    func marked(_ mark: CellMark?) -> any CellObject
    /// The object's one character in a board drawn as text.
    var sign: String { get }
    /// How the object looks wherever cells are drawn. Default: plain.
    var style: CellStyle { get }
}

/// How a cell looks wherever cells are drawn.
public enum CellStyle: Sendable {
    /// A letter on the board's ground.
    case plain
    /// A bold letter on the board's ground.
    case bold
    /// A bold letter on a ground of its own: it belongs to the board.
    case given
    /// All black.
    case block
}

extension CellObject {
    /// The letter, else `.`.
    public var sign: String { letter?.text ?? "." }

    /// Plain.
    public var style: CellStyle { .plain }

    /// None.
    public var mark: CellMark? { nil }

    /// Nothing.
    public var print: CellPrint { .none }

    /// One letter.
    public func reading(_ text: String) -> Letter? { Letter(text) }

    /// As if it was typed.
    public func taking(_ letter: Letter?) -> any CellObject { (try? typing(letter)) ?? self }

    /// Itself.
    public func marked(_ mark: CellMark?) -> any CellObject { self }

    /// What stands in the cell after `change`, which has happened.
    func after(_ change: CellChange) -> any CellObject {
        taking(change.value).marked(change.isPencil ? .pencil : nil)
    }
}

/// A cell that players write: empty, or a letter.
public struct LetterCell: CellObject {
    /// The letter that was typed; nil when empty.
    public let letter: Letter?
    /// The kind `letter`.
    public var kind: String { "letter" }

    /// A cell holding `letter`.
    public init(_ letter: Letter? = nil) {
        self.letter = letter
    }

    /// Whatever is typed replaces the letter.
    public func typing(_ letter: Letter?) -> any CellObject { LetterCell(letter) }
}

/// A black square: it shows nothing and takes nothing.
public struct BlockCell: CellObject {
    /// The kind `block`.
    public var kind: String { "block" }
    /// Always nil.
    public var letter: Letter? { nil }
    /// All black.
    public var style: CellStyle { .block }
    /// The sign `#`.
    public var sign: String { "#" }

    /// A block.
    public init() {}

    /// Refuses: a block is part of the layout.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        throw RuleViolation(.lockedCell, "This cell is a block.")
    }
}

/// A letter that belongs to the layout of the board.
public struct GivenCell: CellObject {
    /// The given letter.
    public let letter: Letter?
    /// What is printed in the cell besides.
    public let print: CellPrint
    /// A letter of the board's own.
    public var style: CellStyle { .given }
    /// The kind `given`.
    public var kind: String { "given" }
    /// The letter; the first of several.
    public var sign: String { letter.map { $0.isSingle ? $0.text : String($0.text.prefix(1)) } ?? "." }

    /// A cell with the given `letter`.
    public init(_ letter: Letter, print: CellPrint = .none) {
        self.letter = letter
        self.print = print
    }

    /// Refuses: a given letter stays.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        throw RuleViolation(.lockedCell, "The letter in this cell is given and stays.")
    }
}

/// What the rules say of the letter in a cell.
public enum CellMark: String, CaseIterable, Sendable {
    /// Of a guess: the right letter in the right place.
    case hit
    /// Of a guess: the word has the letter elsewhere.
    case near
    /// Of a guess: the word does not have the letter, or not so often.
    case miss
    /// Of a crossword: checked, and not what belongs there.
    case wrong
    /// Of a crossword: checked, and what belongs there.
    case right
    /// Of a crossword: shown by the server.
    case revealed
    /// Of a crossword: written in pencil.
    case pencil

    /// Whether it says something of a guess; the others belong to crosswords.
    var isOfGuess: Bool { self == .hit || self == .near || self == .miss }

    /// Whether a letter with this mark stays.
    public var locks: Bool {
        switch self {
        case .hit, .near, .miss, .right, .revealed: true
        case .wrong, .pencil: false
        }
    }
}

/// What is printed in a cell of a crossword.
public struct CellPrint: Equatable, Sendable {
    /// The number of the clue whose word begins there.
    public let number: Int?
    /// What stands there instead of the number.
    public let label: String?
    /// Whether there is a circle around the cell.
    public let isCircled: Bool

    /// Nothing.
    public static let none = CellPrint()

    /// What is printed in one cell.
    public init(number: Int? = nil, label: String? = nil, isCircled: Bool = false) {
        self.number = number
        self.label = label
        self.isCircled = isCircled
    }
}
