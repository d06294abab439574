package import GameCore

/// A file with a crossword that somebody has sent: the very bytes, and the puzzle in it.
package struct PuzzleFile: Sendable {
    /// The formats that are read and written.
    package enum Format: String, Sendable, CaseIterable {
        /// JSON, of ipuz.org.
        case ipuz
        /// AcrossLite.
        case puz

        /// How such a file is labelled when it is sent.
        package var mediaType: String {
            switch self {
            case .ipuz: "application/json"
            case .puz: "application/x-crossword"
            }
        }
    }

    /// The most bytes of a file.
    package static let maximumBytes = 64 << 10

    package let format: Format
    package let bytes: [UInt8]
    package let puzzle: Puzzle
    /// What was odd about the file, in plain sentences.
    package let warnings: [String]

    /// Reads a file that came as `mediaType`, in lower case and without parameters; "" when nobody said.
    ///
    /// Its content decides where the type says nothing of use.
    /// - Throws: `invalid-puzzle` with the reason; `malformed-json`; `unsupported-media-type`;
    /// `body-too-large`.
    package init(_ bytes: [UInt8], mediaType: String) throws(UnreadableInput) {
        guard bytes.count <= Self.maximumBytes else {
            throw UnreadableInput(
                .tooLarge, "A file with a puzzle has at most \(Self.maximumBytes >> 10) KiB.")
        }
        self.bytes = bytes
        format = try Self.format(of: bytes, mediaType)
        switch format {
        case .ipuz:
            puzzle = try IPuzFile(bytes).puzzle().normal()
            warnings = []
        case .puz:
            let (puzzle, warnings) = try Self.acrossLite(bytes)
            self.puzzle = try puzzle.normal()
            self.warnings = warnings
        }
    }

    /// A file with `puzzle`, as JSON.
    package init(_ puzzle: Puzzle) {
        self.puzzle = puzzle
        format = .ipuz
        bytes = Self.write(puzzle, as: .ipuz)
        warnings = []
    }

    /// The bytes of a file with `puzzle`.
    package static func write(_ puzzle: Puzzle, as format: Format) -> [UInt8] {
        switch format {
        case .ipuz: IPuzFile(puzzle).bytes
        case .puz: AcrossLiteFile(puzzle).bytes
        }
    }

    private static func format(of bytes: [UInt8], _ mediaType: String) throws(UnreadableInput) -> Format {
        switch mediaType {
        case "application/x-crossword": return .puz
        case "application/x-ipuz": return .ipuz
        case _ where mediaType == "application/json" || mediaType.hasSuffix("+json"): return .ipuz
        // What programs say that do not know, and curl by itself.
        case "", "application/octet-stream", "text/plain", "application/x-www-form-urlencoded":
            return AcrossLiteFile.isRecognized(in: bytes) ? .puz : .ipuz
        default:
            throw UnreadableInput(
                .unsupportedMediaType, "A puzzle is application/json or application/x-crossword.")
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
    /// The same puzzle with all of its text in NFC, as every text here is: what looks the same is the same.
    fileprivate func normal() throws(UnreadableInput) -> Puzzle {
        let normal = { (text: String) in text.inNFC }
        var about = about
        let texts: [WritableKeyPath<About, String>] = [\.title, \.author, \.copyright, \.notes]
        for text in texts { about[keyPath: text] = normal(about[keyPath: text]) }
        let cells = cells.map { cell in
            cell.map { cell in
                let letter = Letter(rebus: normal(cell.answer.text)) ?? cell.answer
                return Cell(letter, isCircled: cell.isCircled, isGiven: cell.isGiven)
            }
        }
        do throws(RuleViolation) {
            return try Puzzle(about: about, cells: cells) { slot in
                let clue = clues.first { $0.slot == slot }
                return (normal(clue?.text ?? ""), (clue?.label).map(normal))
            }
        } catch {
            throw .invalidPuzzle(error.detail)
        }
    }
}
