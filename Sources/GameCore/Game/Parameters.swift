/// Named plain values: options of a game, parameters of an action, fields that rules add to events and JSON.
public struct Parameters: Equatable, Sendable {
    /// One value.
    public indirect enum Value: Equatable, Sendable {
        case text(String)
        case number(Int)
        /// A time, written in seconds.
        case seconds(Duration)
        /// A number with up to three decimal places.
        case amount(Amount)
        case flag(Bool)
        case null
        case group(Parameters)
        case list([Value])
    }

    /// The values, by name.
    public let values: [String: Value]

    /// No values.
    public static let none = Parameters([:])

    /// Creates named values.
    public init(_ values: [String: Value]) {
        self.values = values
    }

    /// The text under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` if it is not text.
    public func text(_ name: String) throws(RuleViolation) -> String? {
        switch values[name] {
        case .text(let text): return text
        case nil, .null: return nil
        default: throw RuleViolation(.invalidValue, "“\(name)” must be a string.")
        }
    }

    /// The flag under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` if it is not a flag.
    public func flag(_ name: String) throws(RuleViolation) -> Bool? {
        switch values[name] {
        case .flag(let flag): return flag
        case nil, .null: return nil
        default: throw RuleViolation(.invalidValue, "“\(name)” must be true or false.")
        }
    }

    /// The whole number under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` if it is not a whole number in `range`.
    public func number(_ name: String, in range: ClosedRange<Int>) throws(RuleViolation) -> Int? {
        switch values[name] {
        case .number(let number) where range.contains(number): return number
        case nil, .null: return nil
        default:
            throw RuleViolation(
                .invalidValue,
                "\(Self.quoted(name)) must be a whole number, \(range.lowerBound) to \(range.upperBound).")
        }
    }

    /// The cell under `name`, given as an index or a square name; nil when absent.
    ///
    /// - Throws: `invalid-value` if it is not a cell.
    public func cell(_ name: String) throws(RuleViolation) -> CellIndex? {
        let found: CellIndex?
        switch values[name] {
        case .number(let number): found = CellIndex(number)
        case .text(let text): found = CellIndex(name: text)
        case nil, .null: return nil
        default: found = nil
        }
        guard let found else {
            throw RuleViolation(
                .invalidValue, "“\(name)” must be 0…24, or a1…e5: column letter, row digit.")
        }
        return found
    }

    /// The day under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` if it is not a calendar day.
    public func day(_ name: String) throws(RuleViolation) -> Day? {
        guard let text = try text(name) else { return nil }
        guard let day = Day(text) else {
            throw RuleViolation(.invalidValue, "“\(name)” must be a day such as 2026-11-21.")
        }
        return day
    }

    /// The group under `name`; nil when absent.
    ///
    /// - Throws: `invalid-value` if it is not a group.
    public func group(_ name: String) throws(RuleViolation) -> Parameters? {
        switch values[name] {
        case .group(let group): return group
        case nil, .null: return nil
        default: throw RuleViolation(.invalidValue, "“\(name)” must be an object.")
        }
    }

    /// The list under `name`; empty when absent.
    ///
    /// - Throws: `invalid-value` if it is not a list.
    public func list(_ name: String) throws(RuleViolation) -> [Value] {
        switch values[name] {
        case .list(let list): return list
        case nil, .null: return []
        default: throw RuleViolation(.invalidValue, "“\(name)” must be a list.")
        }
    }

    /// The groups in the list under `name`.
    ///
    /// - Throws: `invalid-value` if it is not a list of groups, or absent.
    public func groups(_ name: String) throws(RuleViolation) -> [Parameters] {
        guard case .list(let values) = values[name] else {
            throw RuleViolation(.invalidValue, "“\(name)” must be a list.")
        }
        let groups = values.compactMap { if case .group(let group) = $0 { group } else { nil } }
        guard groups.count == values.count else {
            throw RuleViolation(.invalidValue, "“\(name)” must be a list of objects.")
        }
        return groups
    }

    /// Whether the value under `name` is null; false when absent.
    public func isNull(_ name: String) -> Bool { values[name] == .null }

    /// The values of both; those of `other` replace equal names.
    public func merging(_ other: Parameters) -> Parameters {
        Parameters(values.merging(other.values) { $1 })
    }

    /// The values except those under `names`.
    public func without(_ names: [String]) -> Parameters {
        Parameters(values.filter { !names.contains($0.key) })
    }

    /// `name` in quotes for an error message; a placeholder if it has other characters than letters, digits
    /// and `_`, so that errors never echo markup.
    public static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...64).contains(name.utf8.count) ? "“\(name)”" : "A name in the body"
    }

    /// Refuses unknown names.
    ///
    /// - Throws: `unknown-key`, naming the first name that is not in `known`.
    public func allowOnly(_ known: [String]) throws(RuleViolation) {
        for name in values.keys.sorted() where !known.contains(name) {
            throw RuleViolation(.unknownKey, "\(Self.quoted(name)) is not known here.")
        }
    }
}

extension Parameters.Value {
    /// A list of text values.
    public static func texts(_ texts: [String]) -> Parameters.Value { .list(texts.map { .text($0) }) }

    /// A group of named values.
    public static func group(_ values: [String: Parameters.Value]) -> Parameters.Value {
        .group(Parameters(values))
    }
}

/// The JSON Schema (2020-12) of a value, for clients.
public struct Schema: Sendable {
    /// The schema as plain values.
    public let values: [String: Parameters.Value]

    private init(_ values: [String: Parameters.Value]) {
        self.values = values
    }

    /// Any text.
    public static let text = Schema(["type": .text("string")])
    /// A boolean.
    public static let flag = Schema(["type": .text("boolean")])
    /// A cell: its index or its square name.
    public static let cell = Schema([
        "oneOf": .list([
            .group(integer(in: 0...CellIndex.count - 1).values),
            .group(["type": .text("string"), "pattern": .text("^[a-e][1-5]$")]),
        ])
    ])
    /// A calendar day.
    public static let day = Schema(["type": .text("string"), "format": .text("date")])
    /// A colour, `#rrggbb`.
    public static let colour = Schema([
        "type": .text("string"), "pattern": .text("^#[0-9A-Fa-f]{6}$"),
    ])

    /// One of `texts`.
    public static func text(oneOf texts: [String]) -> Schema {
        Schema(["type": .text("string"), "enum": .texts(texts)])
    }

    /// A whole number in `range`.
    public static func integer(in range: ClosedRange<Int>) -> Schema {
        Schema([
            "type": .text("integer"), "minimum": .number(range.lowerBound),
            "maximum": .number(range.upperBound),
        ])
    }

    /// An object with these properties and no others.
    public static func object(_ properties: [String: Schema]) -> Schema {
        Schema([
            "type": .text("object"), "properties": .group(properties.mapValues { .group($0.values) }),
            "additionalProperties": .flag(false),
        ])
    }

    /// A copy that also allows null.
    public var orNull: Schema {
        Schema(["oneOf": .list([.group(values), .group(["type": .text("null")])])])
    }

    /// A copy with the default `value`.
    public func defaulting(to value: Parameters.Value) -> Schema {
        Schema(values.merging(["default": value]) { $1 })
    }

    /// A copy with the description `text`.
    public func described(_ text: String) -> Schema {
        Schema(values.merging(["description": .text(text)]) { $1 })
    }
}
