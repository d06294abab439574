/// Who changed a cell last, and with which event; `by` is nil for a spectator.
public struct CellStamp: Equatable, Sendable {
    /// Half a word: a board has twenty-five stamps, and its picture as many again.
    private var event: UInt32
    /// The seat that wrote, nil for somebody without a seat.
    public var by: Seat?

    /// The event that wrote; zero when nothing has been written yet.
    public var sequence: SequenceNumber {
        get { SequenceNumber(Int(event)) ?? .zero }
        set { event = UInt32(clamping: newValue.value) }
    }

    /// The stamp of a cell that nobody has written.
    public static let untouched = CellStamp(by: nil, sequence: .zero)

    /// A stamp of `by` at `sequence`.
    public init(by: Seat?, sequence: SequenceNumber) {
        self.by = by
        event = UInt32(clamping: sequence.value)
    }
}

/// One cell of a board: it holds an object and reports text edits to a weak delegate.
///
/// Belongs to the thread of its game; not Sendable.
public final class Cell: Associating {
    /// Asked before and told after every edit.
    ///
    /// Weak: the controller owns the board, not the other way round.
    public weak var delegate: (any CellDelegate)?
    /// What stands in the cell.
    ///
    /// All cells are read for every fingerprint, and nobody is called while one is written: so it is not
    /// checked at run time that nobody reads it meanwhile.
    @exclusivity(unchecked)
    public private(set) var object: any CellObject {
        didSet { asciiSign = object.sign.asciiByte }
    }
    /// Who changed it last.
    public private(set) var stamp = CellStamp.untouched
    /// The sign of the object, kept for the fingerprints; nil where it takes more than one byte.
    private(set) var asciiSign: UInt8?
    /// Values that others associate with this cell; made when somebody does, which is rare.
    public private(set) lazy var associated = AssociatedValues()

    /// A cell holding `object`.
    public init(_ object: any CellObject = LetterCell()) {
        self.object = object
        asciiSign = object.sign.asciiByte
    }

    /// The letter in the cell, if any.
    public var letter: Letter? { object.letter }

    /// Whether the cell holds the letter `text`, in any case; an empty text asks for an empty cell.
    func holds(_ text: String) -> Bool {
        text.isEmpty ? letter == nil : letter != nil && letter == object.reading(text)
    }

    /// Types `text` into the cell: one letter of any case, or nothing to clear it; in pencil where one may.
    ///
    /// Text that changes nothing asks and tells nobody.
    /// - Throws: not a letter; the delegate's veto; the refusal of a locked kind; a cell without a delegate.
    public func type(_ text: String, inPencil: Bool = false) throws(RuleViolation) {
        let letter = object.reading(text)
        guard letter != nil || text.isEmpty else {
            throw RuleViolation(.notALetter, "A cell takes exactly one letter, or nothing to clear it.")
        }
        guard let delegate else {
            throw RuleViolation(.orphanedCell, "This cell belongs to no game any more.")
        }
        let typed = try object.typing(letter).marked(inPencil ? .pencil : nil)
        guard letter != object.letter || (typed.mark == .pencil) != (object.mark == .pencil) else { return }
        try delegate.cell(self, willChangeTo: letter)
        let previous = object.letter
        object = typed
        delegate.cell(self, didChangeFrom: previous)
    }

    /// Puts back or takes over what is already decided: replay and roll-back.
    ///
    /// Asks and tells nobody.
    func restore(_ object: any CellObject, _ stamp: CellStamp) {
        self.object = object
        self.stamp = stamp
    }

    /// Notes who made the change that the delegate is just being told of.
    func sign(_ stamp: CellStamp) {
        self.stamp = stamp
    }
}

/// Receives what happens in a cell.
///
/// Will may veto, did may not fail.
///
/// A cell does not know its place: the delegate looks the cell's index up on its board.
public protocol CellDelegate: AnyObject {
    /// Asked before the text changes; throwing refuses the edit and leaves the cell as it was.
    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation)
    /// Told after the text has changed.
    func cell(_ cell: Cell, didChangeFrom previous: Letter?)
}
