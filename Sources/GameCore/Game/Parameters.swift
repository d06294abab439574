/// Named values that come with an action or make the options of a game, free of any wire format.
public struct Parameters: Equatable, Sendable {
    /// One value.
    public indirect enum Value: Equatable, Sendable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case null
        case group(Parameters)
    }

    /// The values by their names.
    public let values: [String: Value]

    /// No values.
    public static let none = Parameters([:])

    /// The given values.
    public init(_ values: [String: Value]) {
        self.values = values
    }

    /// The text under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` when it is something else than text.
    public func text(_ name: String) throws(RuleViolation) -> String? {
        switch values[name] {
        case .text(let text): return text
        case nil, .null: return nil
        default: throw RuleViolation(.invalidValue, "“\(name)” is a text.")
        }
    }

    /// The flag under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` when it is neither true nor false.
    public func flag(_ name: String) throws(RuleViolation) -> Bool? {
        switch values[name] {
        case .flag(let flag): return flag
        case nil, .null: return nil
        default: throw RuleViolation(.invalidValue, "“\(name)” is true or false.")
        }
    }

    /// The whole number under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` when it is something else, or not in `range`.
    public func number(_ name: String, in range: ClosedRange<Int>) throws(RuleViolation) -> Int? {
        switch values[name] {
        case .number(let number) where range.contains(number): return number
        case nil, .null: return nil
        default:
            throw RuleViolation(
                .invalidValue,
                "\(Self.quoted(name)) is a whole number, \(range.lowerBound) to \(range.upperBound).")
        }
    }

    /// The cell under `name`, by its number or its name; nil when absent.
    ///
    /// - Throws: `invalid-value` when it is no cell.
    public func cell(_ name: String) throws(RuleViolation) -> CellIndex? {
        let found: CellIndex?
        switch values[name] {
        case .number(let number): found = CellIndex(number)
        case .text(let text): found = CellIndex(name: text)
        case nil, .null: return nil
        default: found = nil
        }
        guard let found else {
            throw RuleViolation(.invalidValue, "“\(name)” is 0…24, or a1…e5: column letter, row digit.")
        }
        return found
    }

    /// The day under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` when it is no day of the calendar.
    public func day(_ name: String) throws(RuleViolation) -> Day? {
        guard let text = try text(name) else { return nil }
        guard let day = Day(text) else {
            throw RuleViolation(.invalidValue, "“\(name)” is a day such as 2026-11-21.")
        }
        return day
    }

    /// The values in the group under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` when it is no group.
    public func group(_ name: String) throws(RuleViolation) -> Parameters? {
        switch values[name] {
        case .group(let group): return group
        case nil, .null: return nil
        default: throw RuleViolation(.invalidValue, "“\(name)” is an object.")
        }
    }

    /// Whether nothing is to be had under `name`, in so many words.
    public func isNull(_ name: String) -> Bool { values[name] == .null }

    /// The same values without those under `names`.
    public func without(_ names: [String]) -> Parameters {
        Parameters(values.filter { !names.contains($0.key) })
    }

    /// How a name from outside is shown to who sent it: only if it is plain, so that nobody's markup comes
    /// back.
    public static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...64).contains(name.utf8.count) ? "“\(name)”" : "A name in the body"
    }

    /// Refuses names that nobody reads.
    ///
    /// - Throws: `unknown-key`, naming the first that is not among `known`.
    public func allowOnly(_ known: [String]) throws(RuleViolation) {
        for name in values.keys.sorted() where !known.contains(name) {
            throw RuleViolation(.unknownKey, "\(Self.quoted(name)) is not known here.")
        }
    }
}
