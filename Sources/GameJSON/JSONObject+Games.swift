import Foundation
package import GameCore

/// Reading the games' own values; whatever is absent or no such value is refused by its name.
extension [String: JSONValue] {
    /// What `read` finds under `name`, which must be there.
    package func required<Read>(
        _ name: String, _ read: (String) throws(RuleViolation) -> Read?
    ) throws(RuleViolation) -> Read {
        guard let value = try read(name) else { throw .invalidValue("“\(name)” is missing.") }
        return value
    }

    package func sequence(_ name: String) throws(RuleViolation) -> SequenceNumber {
        guard let number = SequenceNumber(try required(name, number)) else {
            throw .invalidValue("“\(name)” is 0 or more.")
        }
        return number
    }

    package func hash(_ name: String) throws(RuleViolation) -> StateHash {
        guard let value = UInt32(try required(name, text), radix: 16) else {
            throw .invalidValue("“\(name)” is eight hex digits.")
        }
        return StateHash(value: value)
    }

    /// Milliseconds that no server has been away: some hundred years.
    private static var mostAway: UInt { 4_000_000_000_000 }

    /// A moment in RFC 3339, of which the server had been away for some milliseconds.
    package func time(_ name: String, away: Int) throws(RuleViolation) -> Timestamp {
        let written = try required(name, text)
        guard away.magnitude < Self.mostAway, let time = Timestamp(rfc3339: written, away: Int64(away)) else {
            throw .invalidValue("“\(name)” is a time such as 2026-11-21T14:42:05.123Z.")
        }
        return time
    }

    package func seat(_ name: String) throws(RuleViolation) -> Seat {
        guard let seat = try optionalSeat(name) else { throw .invalidValue("“\(name)” is missing.") }
        return seat
    }

    func optionalSeat(_ name: String) throws(RuleViolation) -> Seat? {
        guard let number = try number(name) else { return nil }
        guard let seat = Seat(number) else { throw .invalidValue("“\(name)” is a seat, 1…\(Seat.maximum).") }
        return seat
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
        try list(name, "texts") { value in
            if case .text(let text) = value { text.inNFC } else { nil }
        }
    }

    /// A letter, or nil where there is none.
    package func letter(_ name: String) throws(RuleViolation) -> Letter? {
        let written = try required(name, text)
        guard !written.isEmpty else { return nil }
        guard let letter = Letter(written) else { throw .invalidValue("“\(name)” is one letter, or \"\".") }
        return letter
    }

    /// A letter or several, as some crosswords have them in one cell, or nil where there is none.
    package func entry(_ name: String) throws(RuleViolation) -> Letter? {
        let written = try required(name, text)
        guard !written.isEmpty else { return nil }
        guard let entry = Letter(rebus: written) else {
            throw .invalidValue("“\(name)” is letters, or \"\".")
        }
        return entry
    }

    package func botLevel(_ name: String) throws(RuleViolation) -> BotLevel? {
        guard let text = try text(name) else { return nil }
        guard let level = BotLevel(rawValue: text) else {
            let known = BotLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidValue("“\(name)” is one of \(known).")
        }
        return level
    }

    package func colour(_ name: String) throws(RuleViolation) -> Colour {
        guard let colour = Colour(try required(name, text)) else {
            throw .invalidValue("“\(name)” is written as #rrggbb.")
        }
        return colour
    }

    func gameID(_ name: String) throws(RuleViolation) -> GameID {
        guard let id = GameID(try required(name, text)) else {
            throw .invalidValue("“\(name)” is the id of a game.")
        }
        return id
    }

    /// The objects of a list.
    package func objects(_ name: String) throws(RuleViolation) -> [[String: JSONValue]] {
        try list(name, "objects") { value in
            if case .object(let object) = value { object } else { nil }
        }
    }

    private func list<Element>(
        _ name: String, _ what: String, _ element: (JSONValue) -> Element?
    ) throws(RuleViolation) -> [Element] {
        guard case .list(let values) = self[name] else { throw .invalidValue("“\(name)” is a list.") }
        let elements = values.compactMap(element)
        guard elements.count == values.count else { throw .invalidValue("“\(name)” is a list of \(what).") }
        return elements
    }
}

extension RuleViolation {
    /// A value that is of the wrong kind or out of range.
    package static func invalidValue(_ detail: String) -> RuleViolation {
        RuleViolation(.invalidValue, detail)
    }
}
