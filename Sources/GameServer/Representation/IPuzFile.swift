import GameCore

/// A crossword file in the format of ipuz.org, version 1 or 2, of any size.
///
/// All that stands in it is kept, known or not, and is written again; the keys of objects come out sorted.
nonisolated struct IPuzFile: Equatable, Sendable {
    /// The whole of it.
    let document: [String: JSONValue]

    /// A file with the given content, which is known to be a crossword.
    init(document: [String: JSONValue]) {
        self.document = document
    }

    /// Reads a file: an object of JSON, or the same in a call `ipuz(…)`, as version 1 has it.
    ///
    /// - Throws: `malformed-json`; `invalid-puzzle` for what is no crossword of ipuz.
    init(_ bytes: [UInt8]) throws(Problem) {
        guard case .object(let document) = try RequestBody.json(Self.argument(bytes)) else {
            throw Problem(ProblemTable["malformed-json"], "The file is one JSON object.")
        }
        self.document = document
        guard let version = Self.text(document["version"]), Self.known(version) else {
            throw .invalidPuzzle("The file does not say that it is ipuz of version 1 or 2.")
        }
        guard Self.kinds(document["kind"]).contains(where: Self.isCrossword) else {
            throw .invalidPuzzle("The file holds another kind of puzzle than a crossword.")
        }
    }

    /// The puzzle in the file, to be played.
    ///
    /// - Throws: `invalid-puzzle` with the reason: another size than 5x5, no solution, clues that do not fit.
    func puzzle() throws(Problem) -> Puzzle {
        do throws(RuleViolation) {
            return try Puzzle(ipuz: document)
        } catch {
            throw .invalidPuzzle(error.detail)
        }
    }

    /// The file.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(.object(document))
        return writer.bytes
    }

    /// What stands between the parentheses of a call; all of it when there is none.
    private static func argument(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte <= 0x20 }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        let call = bytes.drop(while: isSpace).drop(while: isLetter)
        guard let first = call.first, first == UInt8(ascii: "("),
            let last = bytes.lastIndex(where: { !isSpace($0) && $0 != UInt8(ascii: ";") }),
            bytes[last] == UInt8(ascii: ")")
        else { return bytes }
        return Array(bytes[(call.startIndex + 1)..<last])
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .text(let text) = value { text } else { nil }
    }

    private static func known(_ version: String) -> Bool {
        guard let number = version.firstRange(of: "ipuz.org/v") else { return false }
        let digits = version[number.upperBound...].prefix { $0.isNumber }
        return digits == "1" || digits == "2"
    }

    /// Kinds come in a list, though some programs write a single one as it is.
    private static func kinds(_ value: JSONValue?) -> [String] {
        if case .list(let list) = value { list.compactMap(text) } else { [value].compactMap(text) }
    }

    /// Every crossword says so first, whatever else it is: `http://ipuz.org/crossword/crypticcrossword#1`.
    private static func isCrossword(_ kind: String) -> Bool {
        kind.firstRange(of: "ipuz.org/crossword") != nil
    }
}

nonisolated extension Problem {
    /// A file that holds no puzzle that can be played.
    static func invalidPuzzle(_ detail: String) -> Problem {
        Problem(ProblemTable["invalid-puzzle"], detail)
    }
}
