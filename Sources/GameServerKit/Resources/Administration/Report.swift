import EventIO
import GameCore
import GameJSON

/// The answer to a command of `GameServer admin`: a list of rows or a single record, as a table or as JSON.
struct Report {
    enum Value {
        case text(String)
        case number(Int)
        case flag(Bool)
        case names([String])
        /// Not known, or not applicable.
        case none
    }

    typealias Field = (name: String, value: Value)

    private enum Content {
        case record([Field])
        case list(name: String, columns: [String], rows: [[Value]], next: String?)
    }

    private let content: Content

    static func record(_ fields: [Field]) -> Report { Report(content: .record(fields)) }

    /// - Parameter next: The cursor of the next page, if there is one.
    static func list(_ name: String, _ columns: [String], _ rows: [[Value]], next: String? = nil) -> Report {
        Report(content: .list(name: name, columns: columns, rows: rows, next: next))
    }

    /// The report in the medium that the request accepts: JSON, or else text.
    func response(to request: HTTPRequest) -> HTTPResponse {
        request.header("accept") == "application/json" ? Reply.json(json) : Reply.text(text)
    }
}

extension Report {
    var json: [UInt8] {
        JSONWriter.object { json in
            switch content {
            case .record(let fields): Self.write(fields, to: &json)
            case .list(let name, let columns, let rows, let next):
                json.key(text: name)
                json.array(rows) { json, row in
                    json.object { Self.write(zip(columns, row).map { ($0, $1) }, to: &$0) }
                }
                if let next { json.field("next", next) }
            }
        }
    }

    private static func write(_ fields: [Field], to json: inout JSONWriter) {
        for field in fields { write(field, to: &json) }
    }

    private static func write(_ field: Field, to json: inout JSONWriter) {
        json.key(text: field.name)
        switch field.value {
        case .text(let text): json.value(text)
        case .number(let number): json.value(number)
        case .flag(let flag): json.value(flag)
        case .names(let names): json.array(names) { json, name in json.value(name) }
        case .none: json.null()
        }
    }
}

extension Report {
    /// A table with a head line, or a line for each field of a record.
    var text: String {
        switch content {
        case .record(let fields): return Self.table(fields.map { [$0.name, $0.value.text] })
        case .list(let name, let columns, let rows, let next):
            guard !rows.isEmpty else { return "no \(name)\n" }
            let table = Self.table([columns] + rows.map { $0.map(\.text) })
            return table + (next.map { "more: --after \($0)\n" } ?? "")
        }
    }

    /// Lines whose columns are aligned; the last column is as wide as it is.
    private static func table(_ lines: [[String]]) -> String {
        let count = lines.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            lines.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return lines.map { line in
            let cells = line.enumerated().map { column, cell in
                column == line.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            let text = cells.joined(separator: "  ")
            return text.reversed().drop { $0 == " " }.reversed() + "\n"
        }.joined()
    }
}

extension Report.Value {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? "yes" : "no"
        case .names(let names): names.isEmpty ? "-" : names.joined(separator: ", ")
        case .none: "-"
        }
    }
}
