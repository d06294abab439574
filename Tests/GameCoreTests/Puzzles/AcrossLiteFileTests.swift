import Testing

@testable import GameCore

@Suite("An AcrossLite file")
struct AcrossLiteFileTests {
    @Test("round-trips a puzzle", arguments: SamplePuzzle.allCases)
    func puzzles(sample: SamplePuzzle) throws {
        let puzzle = try sample.puzzle()
        let file = AcrossLiteFile(puzzle)
        let read = try AcrossLiteFile(file.bytes)
        #expect(read == file && read.warnings.isEmpty)
        // What is marked as revealed is not given to the next solver.
        let cells = puzzle.cells.map { cell in cell.map { Puzzle.Cell($0.answer, isCircled: $0.isCircled) } }
        let found = try read.puzzle()
        #expect(found.cells == cells && found.clues == puzzle.clues && found.metadata == puzzle.metadata)
    }

    @Test("may be smaller than the board: it goes to the top left, and the other cells are blocks")
    func small() throws {
        var file = AcrossLiteFile(try SamplePuzzle.plain.puzzle())
        (file.header.width, file.header.height) = (3, 2)
        (file.solution, file.state) = (Array("CATORE".utf8), Array("------".utf8))
        file.clues = ["1 across", "1 down", "2 down", "3 down", "4 across"]
        file.sections = [
            AcrossLiteFile.Section(name: "GRBS", data: [0, 0, 0, 0, 1, 0]),
            AcrossLiteFile.Section(name: "RTBL", data: Array("0:RST;".utf8)),
            AcrossLiteFile.Section(name: "GEXT", data: [0, 0, 0, 0x80, 0, 0]),
        ]
        let puzzle = try AcrossLiteFile(file.bytes).puzzle()
        #expect(puzzle.solution.text == "CAT##/ORE##/#####/#####/#####")
        #expect(puzzle.answer(of: puzzle.clues[1].slot) == "ORSTE")
        #expect(puzzle.clues.map(\.text) == ["1 across", "4 across", "1 down", "2 down", "3 down"])
        #expect(puzzle.cells.indices.filter { puzzle.cells[$0]?.isCircled == true } == [5])
        #expect(try AcrossLiteFile(AcrossLiteFile(puzzle).bytes).puzzle() == puzzle)
    }

    @Test("has version 1.3 if all text is Latin-1, else 2.0")
    func versions() throws {
        func version(_ sample: SamplePuzzle, title: String? = nil) throws -> String {
            let header = AcrossLiteFile(try sample.puzzle(title: title)).header
            return String(decoding: header.version.prefix(3), as: UTF8.self)
        }
        #expect(try version(.plain) == "1.3" && version(.rebus) == "1.3" && version(.greek) == "2.0")
        // The curly apostrophe is Windows-1252 but not Latin-1, and not every program reads it.
        #expect(try version(.french) == "2.0")
        #expect(try version(.french, title: "Élève à l'école") == "1.3")
    }

    @Test("from another program is read completely and written back byte for byte")
    func foreign() throws {
        let file = try AcrossLiteFile(AcrossLiteSamples.hearts)
        #expect(file.bytes == AcrossLiteSamples.hearts && file.warnings.isEmpty)
        #expect(file.title == "Hearts & Minds" && file.author == "Zoë" && file.copyright == "© 2026")
        #expect(file.notes == "First\r\nsecond")
        #expect(file.sections.map(\.name) == ["GRBS", "RTBL", "LTIM", "GEXT", "RUSR", "ABCD"])
        #expect(file.section("LTIM") == Array("42,1".utf8) && file.section("ABCD") == [0, 1, 255])
        #expect(file.preamble == Array("X-Note: mini\r\n".utf8) && file.postscript == Array("\r\n".utf8))
        let puzzle = try file.puzzle()
        #expect(puzzle.metadata.notes == "First\nsecond")
        #expect(
            puzzle.clues.map(\.text)
                == [0, 5, 7, 8, 9, 1, 2, 3, 4, 6].map { $0 == 0 ? "Café" : "Clue \($0)" })
        #expect(puzzle.answer(of: puzzle.clues[0].slot) == "HHEARTAT")
        #expect(puzzle.cells.indices.filter { puzzle.cells[$0]?.isCircled == true } == [4])
        // Letters that were revealed before the file was saved are not given.
        #expect(puzzle.cells.allSatisfy { $0?.isGiven != true })
    }

    @Test("with a wrong checksum is read with a warning and written back corrected")
    func wrongChecksums() throws {
        let start = 14
        let places = [start: "whole file", start + 14: "header", start + 16: "masked", start + 23: "masked"]
        for (place, named) in places {
            var bytes = AcrossLiteSamples.hearts
            bytes[place] ^= 1
            let file = try AcrossLiteFile(bytes)
            #expect(file.warnings.count == 1 && file.warnings[0].contains(named))
            #expect(file.bytes == AcrossLiteSamples.hearts)
            #expect(try file.puzzle() == AcrossLiteFile(AcrossLiteSamples.hearts).puzzle())
        }
        var bytes = AcrossLiteSamples.hearts
        bytes[bytes.count - 4] ^= 1
        #expect(try AcrossLiteFile(bytes).warnings == ["The checksum of the file's section ABCD is wrong."])
    }

    @Test("cut off at any byte is either refused or a valid shorter file")
    func truncated() throws {
        let whole = AcrossLiteSamples.hearts
        for count in whole.indices {
            let bytes = Array(whole.prefix(count))
            do throws(RuleViolation) {
                #expect(try AcrossLiteFile(bytes).bytes == bytes)
            } catch {
                #expect(error.code == .invalidValue && error.detail.hasSuffix("."))
            }
        }
    }

    @Test("with any byte changed is either refused or written back with correct checksums")
    func changed() throws {
        for place in AcrossLiteSamples.hearts.indices {
            var bytes = AcrossLiteSamples.hearts
            bytes[place] = bytes[place] < 0x80 ? 0xFF : 0
            guard let file = try? AcrossLiteFile(bytes) else { continue }
            _ = try? file.puzzle()
            let written = try AcrossLiteFile(file.bytes)
            #expect(written.warnings.isEmpty && written.bytes == file.bytes, "\(place)")
        }
    }

    @Test("has no notes in its checksums before version 1.3")
    func oldVersions() throws {
        var file = AcrossLiteFile(try SamplePuzzle.plain.puzzle())
        let sums = AcrossLiteChecksums(file)
        file.header.version = Array("1.2c".utf8)
        #expect(AcrossLiteChecksums(file).overall != sums.overall)
        file.notes = ""
        let old = AcrossLiteChecksums(file)
        file.header.version = Array("1.3\0".utf8)
        #expect(AcrossLiteChecksums(file) == old)
    }
}
