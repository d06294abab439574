import Foundation
import GameCore

/// A JSON value that has been read.
nonisolated enum JSONValue: Equatable, Sendable {
    case text(String)
    case number(Int)
    case fraction(Double)
    case flag(Bool)
    case null
    case list([JSONValue])
    case object([String: JSONValue])

    /// The value that `text` is; nil when it is not one JSON value.
    ///
    /// By serialization, not by a decoder: the same parser, and a value of any shape in a sixth of the time.
    init?(parsing text: String) {
        guard let read = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return nil }
        self.init(read)
    }
}

nonisolated extension JSONValue {
    /// The value that Foundation has read; nil for what is no JSON.
    fileprivate init?(_ read: Any) {
        switch read {
        case let text as String: self = .text(text)
        case let object as [String: Any]: self = .object(object.compactMapValues(Self.init))
        case let list as [Any]: self = .list(list.compactMap(Self.init))
        case is NSNull: self = .null
        case let number as NSNumber: self.init(number)
        default: return nil
        }
    }

    /// A flag, a whole number or a fraction; Foundation tells them apart by their C type only.
    private init(_ number: NSNumber) {
        if number.objCType.pointee == CChar(UInt8(ascii: "c")) {
            self = .flag(number.boolValue)
        } else if number.doubleValue.magnitude < 0x1p53, let whole = Int(exactly: number.doubleValue) {
            self = .number(whole)
        } else {
            self = .fraction(number.doubleValue)
        }
    }
}

nonisolated extension [String: JSONValue] {
    /// The text under `name`; nil when absent or null.
    ///
    /// - Throws: `invalid-value` when it is something else.
    func text(_ name: String) throws(Problem) -> String? {
        switch self[name] {
        case .text(let text): return RequestBody.normal(text)
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” is a text.")
        }
    }

    /// The whole number under `name`; nil when absent or null.
    func number(_ name: String) throws(Problem) -> Int? {
        switch self[name] {
        case .number(let number): return number
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” is a whole number.")
        }
    }

    /// The flag under `name`; nil when absent or null.
    func flag(_ name: String) throws(Problem) -> Bool? {
        switch self[name] {
        case .flag(let flag): return flag
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” is true or false.")
        }
    }

    /// The object under `name`; empty when absent or null.
    func object(_ name: String) throws(Problem) -> [String: JSONValue] {
        switch self[name] {
        case .object(let object): return object
        case nil, .null: return [:]
        default: throw .invalidValue("“\(name)” is an object.")
        }
    }

    /// The values as the games take them, free of JSON.
    func parameters() throws(Problem) -> Parameters {
        var values: [String: Parameters.Value] = [:]
        for (name, value) in self {
            switch value {
            case .text(let text): values[name] = .text(RequestBody.normal(text))
            case .number(let number): values[name] = .number(number)
            case .flag(let flag): values[name] = .flag(flag)
            case .null: values[name] = .null
            case .object(let object): values[name] = .group(try object.parameters())
            default: throw .invalidValue("\(Parameters.quoted(name)) is neither a list nor a fraction.")
            }
        }
        return Parameters(values)
    }
}
