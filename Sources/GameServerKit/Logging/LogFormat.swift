import ArgumentParser
import GameCore
import GameJSON
import GameStore

/// The format of log lines, one for each event.
package nonisolated enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// `key=value`, separated by spaces; a value is quoted where necessary.
    case logfmt
    /// A JSON object.
    case json

    /// A value of a field.
    enum Value {
        case text(String)
        case number(Int)
    }

    /// One line with a line feed, which begins with the time.
    func line(_ fields: [(name: String, value: Value)]) -> [UInt8] {
        let all = [("time", Value.text(Timestamp.systemNow().rfc3339))] + fields
        switch self {
        case .logfmt: return Array((all.map(Self.logfmt).joined(separator: " ") + "\n").utf8)
        case .json:
            let object = JSONWriter.object { json in
                for field in all { Self.write(field, to: &json) }
            }
            return object + [UInt8(ascii: "\n")]
        }
    }

    private static func write(_ field: (name: String, value: Value), to json: inout JSONWriter) {
        json.key(text: field.name)
        switch field.value {
        case .text(let text): json.value(text)
        case .number(let number): json.value(number)
        }
    }

    private static func logfmt(_ name: String, _ value: Value) -> String {
        switch value {
        case .number(let number): "\(name)=\(number)"
        case .text(let text):
            "\(name)=\(text.utf8.allSatisfy(isPlain) && !text.isEmpty ? text : quoted(text))"
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
    }

    /// The text in quotes, as in JSON: a value cannot end its line or forge another.
    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.value(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
