import Foundation
package import GameCore

/// Typed access to the fields of an object; the error for a missing or invalid field names it.
extension [String: JSONValue] {
    /// The result of `read`, which must not be nil.
    package func required<Read>(
        _ name: String, _ read: (String) throws(RuleViolation) -> Read?
    ) throws(RuleViolation) -> Read {
        guard let value = try read(name) else { throw .invalidValue("“\(name)” is missing.") }
        return value
    }

    package func sequence(_ name: String) throws(RuleViolation) -> SequenceNumber {
        guard let number = SequenceNumber(try required(name, number)) else {
            throw .invalidValue("“\(name)” must be 0 or more.")
        }
        return number
    }

    package func hash(_ name: String) throws(RuleViolation) -> StateHash {
        guard let value = UInt32(try required(name, text), radix: 16) else {
            throw .invalidValue("“\(name)” must be eight hex digits.")
        }
        return StateHash(value: value)
    }

    /// The limit of a downtime in milliseconds: some hundred years, so that sums of times never overflow.
    private static var maximumAway: UInt { 4_000_000_000_000 }

    /// A time in RFC 3339, with the total downtime before it in milliseconds.
    package func time(_ name: String, away: Int) throws(RuleViolation) -> Timestamp {
        let written = try required(name, text)
        guard away.magnitude < Self.maximumAway, let time = Timestamp(rfc3339: written, away: Int64(away))
        else {
            throw .invalidValue("“\(name)” must be a time such as 2026-11-21T14:42:05.123Z.")
        }
        return time
    }

    package func seat(_ name: String) throws(RuleViolation) -> Seat {
        guard let seat = try optionalSeat(name) else { throw .invalidValue("“\(name)” is missing.") }
        return seat
    }

    func optionalSeat(_ name: String) throws(RuleViolation) -> Seat? {
        guard let number = try number(name) else { return nil }
        guard let seat = Seat(number) else {
            throw .invalidValue("“\(name)” must be a seat, 1 to \(Seat.maximum).")
        }
        return seat
    }

    func playerID(_ name: String) throws(RuleViolation) -> PlayerID? {
        guard let written = try text(name) else { return nil }
        guard let id = PlayerID(written) else { throw .invalidValue("“\(name)” must be a player's id.") }
        return id
    }

    package func seats(_ name: String) throws(RuleViolation) -> [Seat] {
        try list(name, "seats") { value in
            if case .number(let number) = value { Seat(number) } else { nil }
        }
    }

    func numbers(_ name: String) throws(RuleViolation) -> [Int] {
        try list(name, "numbers") { value in
            if case .number(let number) = value { number } else { nil }
        }
    }

    package func texts(_ name: String) throws(RuleViolation) -> [String] {
        try list(name, "strings") { value in
            if case .text(let text) = value { text.inNFC } else { nil }
        }
    }

    /// A single letter; nil for "".
    package func letter(_ name: String) throws(RuleViolation) -> Letter? {
        let written = try required(name, text)
        guard !written.isEmpty else { return nil }
        guard let letter = Letter(written) else {
            throw .invalidValue("“\(name)” must be one letter, or \"\".")
        }
        return letter
    }

    /// One letter or a rebus of several; nil for "".
    package func entry(_ name: String) throws(RuleViolation) -> Letter? {
        let written = try required(name, text)
        guard !written.isEmpty else { return nil }
        guard let entry = Letter(entry: written) else {
            throw .invalidValue("“\(name)” must be letters, or \"\".")
        }
        return entry
    }

    package func botLevel(_ name: String) throws(RuleViolation) -> BotLevel? {
        guard let text = try text(name) else { return nil }
        guard let level = BotLevel(rawValue: text) else {
            let known = BotLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidValue("“\(name)” must be one of \(known).")
        }
        return level
    }

    package func colour(_ name: String) throws(RuleViolation) -> Colour {
        guard let colour = Colour(try required(name, text)) else {
            throw .invalidValue("“\(name)” must be written as #rrggbb.")
        }
        return colour
    }

    func gameID(_ name: String) throws(RuleViolation) -> GameID {
        guard let id = GameID(try required(name, text)) else {
            throw .invalidValue("“\(name)” must be the id of a game.")
        }
        return id
    }

    package func objects(_ name: String) throws(RuleViolation) -> [[String: JSONValue]] {
        try list(name, "objects") { value in
            if case .object(let object) = value { object } else { nil }
        }
    }

    private func list<Element>(
        _ name: String, _ what: String, _ element: (JSONValue) -> Element?
    ) throws(RuleViolation) -> [Element] {
        guard case .list(let values) = self[name] else { throw .invalidValue("“\(name)” must be a list.") }
        let elements = values.compactMap(element)
        guard elements.count == values.count else {
            throw .invalidValue("“\(name)” must be a list of \(what).")
        }
        return elements
    }
}

extension RuleViolation {
    package static func invalidValue(_ detail: String) -> RuleViolation {
        RuleViolation(.invalidValue, detail)
    }
}
