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
