import EventIO
import GameCore
import GameJSON
import GameStore

/// A form as `curl -F` and browsers send it (RFC 7578).
///
/// It is read as bytes, because comparing texts of unusual characters takes long.
nonisolated struct MultipartForm {
    static let mediaType = "multipart/form-data"
    /// The maximum number of parts of a form.
    private static let maximumParts = 8
    private static let lineEnd = Array("\r\n".utf8)

    /// The names and values, in order.
    let fields: [(name: String, value: String)]

    /// Reads the body of `request`.
    ///
    /// - Throws: `invalid-text` unless it is a whole form of at most eight fields of UTF-8 text.
    /// - Complexity: O(bytes).
    init(_ request: HTTPRequest) throws {
        let parameters = Self.parameters(Array((request.header("content-type") ?? "").utf8)[...])
        guard let boundary = parameters["boundary"], !boundary.isEmpty else { throw Self.malformed }
        let (delimiter, dashes) = (Self.lineEnd + Array("--".utf8) + boundary, Array("--".utf8))
        // The first delimiter may begin the body. Before it is a preamble, and after the last one an epilogue.
        var rest = (Self.lineEnd + request.body)[...]
        var parts: [ArraySlice<UInt8>] = []
        while parts.isEmpty || !rest.starts(with: dashes) {
            guard let found = rest.firstRange(of: delimiter), parts.count <= Self.maximumParts else {
                throw Self.malformed
            }
            parts.append(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        fields = try parts.dropFirst().map(Self.field)
    }

    /// A part, from the end of its delimiter on: spaces, header lines, an empty line, and the value.
    private static func field(_ part: ArraySlice<UInt8>) throws -> (name: String, value: String) {
        let part = part.drop { $0 == 0x20 || $0 == 0x09 }
        guard part.starts(with: lineEnd), let end = part.firstRange(of: lineEnd + lineEnd) else {
            throw malformed
        }
        var head = part[part.startIndex + lineEnd.count..<end.upperBound - lineEnd.count]
        while let line = head.firstRange(of: lineEnd) {
            let header = head[..<line.lowerBound]
            head = head[line.upperBound...]
            guard lowercased(header).starts(with: Array("content-disposition:".utf8)) else { continue }
            guard let name = parameters(header)["name"] else { break }
            return (
                String(decoding: name, as: UTF8.self), try RequestBody.text(Array(part[end.upperBound...]))
            )
        }
        throw malformed
    }

    /// The parameters of a header, by name in lower case, without their quotes; the first of each name counts.
    private static func parameters(_ header: ArraySlice<UInt8>) -> [String: [UInt8]] {
        var (found, name, text, isQuoted): ([String: [UInt8]], [UInt8]?, [UInt8], Bool) = (
            [:], nil, [], false
        )
        for byte in header + [UInt8(ascii: ";")] {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                if let name { add(lowercased(name[...]), text, to: &found) }
                (name, text) = (nil, [])
            case UInt8(ascii: "=") where !isQuoted && name == nil: (name, text) = (text, [])
            case 0x20, 0x09: if isQuoted { text.append(byte) }
            default: text.append(byte)
            }
        }
        return found
    }

    private static func add(_ name: [UInt8], _ value: [UInt8], to found: inout [String: [UInt8]]) {
        let name = String(decoding: name, as: UTF8.self)
        if found[name] == nil { found[name] = value }
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static let malformed = Problem(
        ProblemTable["invalid-text"], "The form is not a whole multipart form.")
}
