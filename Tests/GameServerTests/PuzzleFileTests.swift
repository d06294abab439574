import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("A puzzle file")
struct PuzzleFileTests {
    private func problem(_ bytes: [UInt8], _ mediaType: String = "") -> Problem? {
        do { _ = try PuzzleFile(bytes, mediaType: mediaType) } catch { return Problem(error) }
        return nil
    }

    private func acrossLite() throws -> [UInt8] {
        PuzzleFile.write(try IPuzSample.puzzle(["title": "'Five'"]), as: .puz)
    }

    @Test(
        "is recognised by its content when its media type is generic",
        arguments: ["", "application/octet-stream", "text/plain", "application/x-www-form-urlencoded"])
    func content(mediaType: String) throws {
        #expect(try PuzzleFile(IPuzSample.file(), mediaType: mediaType).format == .ipuz)
        #expect(try PuzzleFile(acrossLite(), mediaType: mediaType).format == .puz)
        #expect(try PuzzleFile(Array("mail\n".utf8) + acrossLite(), mediaType: mediaType).format == .puz)
        #expect(problem([], mediaType)?.kind.code == "malformed-json")
    }

    @Test("is read as the format that its media type names")
    func types() throws {
        for type in ["application/json", "application/x-ipuz", "application/vnd.ipuz+json"] {
            #expect(try PuzzleFile(IPuzSample.file(), mediaType: type).format == .ipuz)
            #expect(problem(try acrossLite(), type)?.kind.code == "malformed-json")
        }
        #expect(try PuzzleFile(acrossLite(), mediaType: "application/x-crossword").format == .puz)
        #expect(problem(IPuzSample.file(), "application/x-crossword")?.kind.code == "invalid-puzzle")
        #expect(problem(IPuzSample.file(), "image/png")?.kind.code == "unsupported-media-type")
    }

    @Test("keeps its bytes, and holds the same puzzle in each format", arguments: PuzzleFile.Format.allCases)
    func formats(format: PuzzleFile.Format) throws {
        // No letter of a .puz file is given: it may have been revealed before the file was saved.
        let given = format == .ipuz ? "'value':'H'," : ""
        let puzzle = try IPuzSample.puzzle([
            "title": "'Été & <i>α</i>'", "notes": "'&lt;b>'",
            "puzzle": """
            [['#', {'cell':1,\(given)'style':{'shapebg':'circle'}}, 2, 3, 4],
             [5,0,0,0,0], [6,0,0,0,0], [7,0,0,0,0], [8,0,0,0,'#']]
            """,
            "solution": IPuzSample.rows(["#HEΑT", "SALVO", "AROMA", "GREEN", "ESTE#"]).replacing(
                "'T'", with: "'TEA'"),
        ])
        let bytes = PuzzleFile.write(puzzle, as: format)
        let file = try PuzzleFile(bytes, mediaType: format.mediaType)
        #expect(
            file.puzzle == puzzle && file.bytes == bytes && file.format == format && file.warnings.isEmpty)
    }

    @Test("is read as NFC text", arguments: PuzzleFile.Format.allCases)
    func normalForm(format: PuzzleFile.Format) throws {
        let rows = IPuzSample.rows(["#HEAT", "SALVO", "AROMA", "GREEN", "ESTE#"])
        let decomposed = try IPuzSample.puzzle([
            "title": "'Cafe\\u0301'", "clues": "{'Across':[[1,'e&#769;']]}",
            "solution": rows.replacing("'H'", with: "'E\\u0301'"),
        ])
        let bytes = PuzzleFile.write(decomposed, as: format)
        let puzzle = try PuzzleFile(bytes, mediaType: "").puzzle
        #expect(puzzle == decomposed && puzzle.metadata.title.unicodeScalars.count == 4)
        #expect(puzzle.cells[1]?.answer.text.unicodeScalars.count == 1)
        #expect(puzzle.clues[0].text.unicodeScalars.count == 1)
    }

    @Test("with a wrong checksum is accepted with a warning")
    func warning() throws {
        var bytes = try acrossLite()
        bytes[0] ^= 0xFF
        #expect(try PuzzleFile(bytes, mediaType: "").warnings == ["The checksum of the whole file is wrong."])
    }

    @Test(
        "of another program is refused with the formats that can be read",
        arguments: ["", "application/x-crossword", "application/json"])
    func otherFormats(mediaType: String) {
        for text in ["PK\u{3}\u{4}\u{14}", "<?xml version=\"1.0\"?>", "\u{FEFF}\n<crossword-compiler>"] {
            let refused = problem(Array(text.utf8), mediaType)
            #expect(refused?.kind.code == "invalid-puzzle")
            #expect(refused?.detail.hasSuffix("Only ipuz and AcrossLite (.puz) files can be read.") == true)
        }
    }

    @Test("with a checksum that begins like another format is read")
    func checksumLikeXML() throws {
        var bytes = try acrossLite()
        bytes[0] = UInt8(ascii: "<")
        #expect(try PuzzleFile(bytes, mediaType: "").format == .puz)
    }

    @Test("is read from its record alone once it is stored")
    func stored() throws {
        let puzzle = try PuzzleFile(acrossLite(), mediaType: "").puzzle
        let stored = { (content: String?, file: [UInt8]) in
            StoredPuzzle(
                id: "p", format: .puz, file: file, content: content, owner: Token.random().digest,
                isPublic: false, created: Timestamp(milliseconds: 0))
        }
        #expect(stored(puzzle.values.record, []).puzzle == puzzle)
        #expect(stored(nil, try acrossLite()).puzzle == puzzle, "version 0.8 stored only the file")
        #expect(stored(nil, []).puzzle == nil)
    }

    @Test("that is invalid is refused with the reason")
    func invalid() throws {
        var scrambled = try acrossLite()
        scrambled[0x32] = 4
        let refused = problem(scrambled)
        #expect(refused?.detail == "The puzzle is scrambled; unlock it in the program that made it.")
        #expect(refused?.kind.code == "invalid-puzzle")
        #expect(problem(IPuzSample.file() + [0xC3])?.kind.code == "malformed-json")
    }

    @Test("with a million clues is refused before it is parsed")
    func large() {
        let clues = [String](repeating: "[1,'']", count: 1_000_000).joined(separator: ",")
        let bytes = IPuzSample.file(["clues": "{'Across':[\(clues)]}"])
        #expect(problem(bytes)?.kind.code == "body-too-large")
        #expect(
            problem([UInt8](repeating: 0x5B, count: PuzzleFile.maximumBytes))?.kind.code == "malformed-json")
    }
}
