package import GameCore

/// An uploaded crossword file: the original bytes and the puzzle in them.
package struct PuzzleFile: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// The JSON format of ipuz.org.
        case ipuz
        /// The binary format of AcrossLite.
        case puz

        /// The `Content-Type` of a download.
        package var mediaType: String {
            switch self {
            case .ipuz: "application/json"
            case .puz: "application/x-crossword"
            }
        }
    }

    package static let maximumBytes = 64 << 10

    package let format: Format
    package let bytes: [UInt8]
    package let puzzle: Puzzle
    /// One sentence for each wrong checksum, and for each part that a mini does not show.
    package let warnings: [String]

    /// Reads an uploaded file; an absent or generic media type leaves the format to its content.
    ///
    /// - Parameter mediaType: The media type in lower case without parameters; "" if the request has none.
    /// - Throws: `invalid-puzzle` with the reason, `malformed-json`, `unsupported-media-type` or
    ///   `body-too-large`.
    package init(_ bytes: [UInt8], mediaType: String) throws(UnreadableInput) {
        guard bytes.count <= Self.maximumBytes else {
            throw UnreadableInput(
                .tooLarge, "A puzzle file must not exceed \(Self.maximumBytes >> 10) KiB.")
        }
        self.bytes = bytes
        try OtherPuzzleFormat.reject(bytes)
        format = try Self.format(of: bytes, mediaType)
        let read: Puzzle
        switch format {
        case .ipuz: (read, warnings) = try IPuzFile(bytes).read()
        case .puz: (read, warnings) = try Self.acrossLite(bytes)
        }
        puzzle = try read.normalized(decodingTags: format == .puz)
    }

    /// Writes `puzzle` as an ipuz file.
    package init(_ puzzle: Puzzle) {
        self.puzzle = puzzle
        format = .ipuz
        bytes = Self.write(puzzle, as: .ipuz)
        warnings = []
    }

    package static func write(_ puzzle: Puzzle, as format: Format) -> [UInt8] {
        switch format {
        case .ipuz: IPuzFile(puzzle).bytes
        case .puz: AcrossLiteFile(puzzle.withEscapedClues).bytes
        }
    }

    private static func format(of bytes: [UInt8], _ mediaType: String) throws(UnreadableInput) -> Format {
        switch mediaType {
        case "application/x-crossword": return .puz
        case "application/x-ipuz": return .ipuz
        case _ where mediaType == "application/json" || mediaType.hasSuffix("+json"): return .ipuz
        // The types that clients send by default, curl among them.
        case "", "application/octet-stream", "text/plain", "application/x-www-form-urlencoded":
            return AcrossLiteFile.isRecognized(in: bytes) ? .puz : .ipuz
        default:
            throw UnreadableInput(
                .unsupportedMediaType,
                "A puzzle must be ipuz (application/json) or AcrossLite (application/x-crossword).")
        }
    }

    private static func acrossLite(_ bytes: [UInt8]) throws(UnreadableInput) -> (Puzzle, warnings: [String]) {
        do throws(RuleViolation) {
            let file = try AcrossLiteFile(bytes)
            return (try file.puzzle(), file.warnings)
        } catch {
            throw .invalidPuzzle(error.detail)
        }
    }
}

extension Puzzle {
    /// The puzzle with escaped clues, for a file whose readers decode tags and references in clues.
    fileprivate var withEscapedClues: Puzzle {
        let escaped = clues.map { clue in
            HTMLText.plain(clue.text, simpleTagsOnly: true) == clue.text
                ? clue.text : HTMLText.escaped(clue.text)
        }
        let puzzle = try? Puzzle(metadata: metadata, cells: cells) { slot in
            let index = clues.firstIndex { $0.slot == slot } ?? 0
            return (escaped[index], clues[index].label)
        }
        return puzzle ?? self
    }

    /// The puzzle with all of its texts in NFC, the normal form of every text in the server.
    ///
    /// - Parameter decodingTags: Whether to decode tags and character references in the clues.
    fileprivate func normalized(decodingTags: Bool) throws(UnreadableInput) -> Puzzle {
        let normal = { (text: String) in text.inNFC }
        var metadata = metadata
        let texts: [WritableKeyPath<Metadata, String>] = [\.title, \.author, \.copyright, \.notes]
        for text in texts { metadata[keyPath: text] = normal(metadata[keyPath: text]) }
        let cells = cells.map { cell in
            cell.map { cell in
                var cell = cell
                cell.answer = Letter(entry: normal(cell.answer.text)) ?? cell.answer
                return cell
            }
        }
        do throws(RuleViolation) {
            let texts = try clues.map { clue throws(RuleViolation) in
                guard decodingTags else { return normal(clue.text) }
                let plain = HTMLText.plain(clue.text, simpleTagsOnly: true)
                return normal(try PuzzleText.line(plain, "clue", limit: PuzzleText.longestClue))
            }
            return try Puzzle(metadata: metadata, cells: cells) { slot in
                guard let index = clues.firstIndex(where: { $0.slot == slot }) else { return ("", nil) }
                return (texts[index], clues[index].label.map(normal))
            }
        } catch {
            throw .invalidPuzzle(error.detail)
        }
    }
}
