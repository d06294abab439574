/// The author and the event of the last change of a cell.
public struct CellStamp: Equatable, Sendable {
    /// 32 bits, because each board and each board state hold 25 stamps.
    private var event: UInt32
    /// The author's seat; nil for somebody without a seat.
    public var by: Seat?

    /// The event's number; zero if the cell has never changed.
    public var sequence: SequenceNumber {
        get { SequenceNumber(Int(event)) ?? .zero }
        set { event = UInt32(clamping: newValue.value) }
    }

    /// The stamp of a cell that has never changed.
    public static let untouched = CellStamp(by: nil, sequence: .zero)

    /// Creates a stamp.
    public init(by: Seat?, sequence: SequenceNumber) {
        self.by = by
        event = UInt32(clamping: sequence.value)
    }
}

/// A live cell: holds an object and reports edits to a weak delegate.
///
/// Confined to the thread of its game; not Sendable.
public final class Cell: Associating {
    /// The receiver of edits; weak, because it owns the board, which owns the cell.
    public weak var delegate: (any CellDelegate)?
    /// The object in the cell.
    ///
    /// Without exclusivity checks, because every hash reads all cells. This is safe: no other code runs while
    /// the object is being set.
    @exclusivity(unchecked)
    public private(set) var object: any CellObject {
        didSet { asciiSymbol = object.symbol.asciiByte }
    }
    /// The last change of the cell.
    public private(set) var stamp = CellStamp.untouched
    /// The object's symbol, cached for hashes; nil if it takes more than one byte.
    private(set) var asciiSymbol: UInt8?
    /// Values associated with this cell; created on first use, since few cells have any.
    public private(set) lazy var associated = AssociatedValues()

    /// Creates a cell.
    public init(_ object: any CellObject = LetterCell()) {
        self.object = object
        asciiSymbol = object.symbol.asciiByte
    }

    /// The letter in the cell, if any.
    public var letter: Letter? { object.letter }

    /// Whether the cell holds the letter `text`, compared without case, or is empty if `text` is empty.
    func holds(_ text: String) -> Bool {
        text.isEmpty ? letter == nil : letter != nil && letter == object.parse(text)
    }

    /// Types `text` into the cell.
    ///
    /// Calls the delegate before and after the change, and not at all if the text changes nothing.
    ///
    /// - Parameters:
    ///   - text: One letter of any case, or an empty text to clear the cell.
    ///   - inPencil: Marks the letter as ``CellMark/pencil`` if the cell's kind supports it.
    /// - Throws: `not-a-letter`; `locked-cell`; `orphaned-cell` without a delegate; the delegate's refusal.
    public func type(_ text: String, inPencil: Bool = false) throws(RuleViolation) {
        let letter = object.parse(text)
        guard letter != nil || text.isEmpty else {
            throw RuleViolation(.notALetter, "A cell takes exactly one letter, or nothing to clear it.")
        }
        guard let delegate else {
            throw RuleViolation(.orphanedCell, "This cell no longer belongs to a game.")
        }
        let typed = try object.typing(letter).marked(inPencil ? .pencil : nil)
        guard letter != object.letter || (typed.mark == .pencil) != (object.mark == .pencil) else { return }
        try delegate.cell(self, willChangeTo: letter)
        let previous = object.letter
        object = typed
        delegate.cell(self, didChangeFrom: previous)
    }

    /// Sets the content without calling the delegate, for replay and roll-back.
    func restore(_ object: any CellObject, _ stamp: CellStamp) {
        self.object = object
        self.stamp = stamp
    }

    func setStamp(_ stamp: CellStamp) {
        self.stamp = stamp
    }
}

/// Receives the edits of cells.
///
/// A cell does not know its index; the delegate asks the board for it.
public protocol CellDelegate: AnyObject {
    /// Called before a change; throws to refuse it.
    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation)
    /// Called after a change.
    func cell(_ cell: Cell, didChangeFrom previous: Letter?)
}
