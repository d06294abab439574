import Testing

@testable import GameCore

@Suite("An AcrossLite file is refused")
struct AcrossLiteRefusalTests {
    /// The reason for which the puzzle of a changed file is refused; nil if it is accepted.
    private func reason(_ change: (inout AcrossLiteFile) -> Void) throws -> String? {
        var file = AcrossLiteFile(try SamplePuzzle.rebus.puzzle())
        change(&file)
        return refusal { try AcrossLiteFile(file.bytes).puzzle() }?.detail
    }

    @Test("if it is scrambled or has no solution")
    func scrambled() throws {
        #expect(
            try reason { $0.header.scrambledTag = 4 }
                == "The puzzle is scrambled; unlock it in the program that made it.")
        #expect(try reason { $0.header.scrambledTag = 2 } == "The puzzle has no solution.")
        for letter in "Xx".utf8 {
            var file = AcrossLiteFile(try SamplePuzzle.plain.puzzle())
            file.solution = file.solution.map { $0 == UInt8(ascii: ".") ? $0 : letter }
            let refused = refusal { try AcrossLiteFile(file.bytes).puzzle() }
            #expect(refused?.detail == "The puzzle has no solution.")
        }
    }

    @Test(
        "if it is larger than 5x5",
        arguments: [(15, 15), (5, 6), (6, 5), (255, 255)] as [(UInt8, UInt8)])
    func size(width: UInt8, height: UInt8) throws {
        let refused = try reason { file in
            (file.header.width, file.header.height) = (width, height)
            file.solution = [UInt8](repeating: 0x41, count: Int(width) * Int(height))
            file.state = file.solution
        }
        #expect(refused == "This puzzle is \(width)x\(height); only 5x5 and smaller ones can be played.")
    }

    @Test("if it is diagramless")
    func diagramless() throws {
        let reasons = [
            try reason { $0.header.kind = 0x0401 }, try reason { $0.solution[0] = UInt8(ascii: ":") },
        ]
        #expect(reasons.allSatisfy { $0?.hasPrefix("The puzzle is diagramless") == true })
    }

    @Test("if it has no cells, an unknown version or invalid text")
    func broken() throws {
        #expect(try reason { $0.header.width = 0 }?.contains("no cells") == true)
        #expect(try reason { $0.header.version = Array("3.0\0".utf8) }?.contains("version") == true)
        var latin = AcrossLiteSamples.hearts
        let place = try #require(latin.firstRange(of: Array("Caf".utf8)))
        latin[place.upperBound] = 0x81
        #expect(refusal { try AcrossLiteFile(latin) }?.detail.contains("clue 1 of 10 is not Latin-1") == true)
        var utf8 = latin
        let version = try #require(utf8.firstRange(of: Array("1.3\0".utf8)))
        utf8[version.lowerBound] = UInt8(ascii: "2")
        #expect(refusal { try AcrossLiteFile(utf8) }?.detail.contains("author is not UTF-8") == true)
    }

    @Test("if the numbers of clues and words differ")
    func clues() throws {
        #expect(try reason { $0.clues.removeLast() } == "The puzzle has 10 words, but 9 clues.")
        let many = try reason { $0.clues += [String](repeating: "", count: 65_000) }
        #expect(many == "The puzzle has 10 words, but 65010 clues.")
        // The header claims the maximum number of clues, but the file ends.
        var bytes = AcrossLiteSamples.hearts
        (bytes[14 + 0x2E], bytes[14 + 0x2F]) = (0xFF, 0xFF)
        #expect(refusal { try AcrossLiteFile(bytes) }?.detail.contains("cut off in its clue") == true)
    }

    @Test("if a cell has no letter, too many letters or an unknown rebus key")
    func cells() throws {
        let noLetter = "Cell b1 of the solution holds no letter."
        #expect(try reason { $0.solution[1] = UInt8(ascii: "+") } == noLetter)
        #expect(try reason { $0.solution[1] = UInt8(ascii: "-") } == noLetter)
        #expect(
            try reason { file in
                file.header.version = Array("2.0\0".utf8)
                file.solution[1] = 0xC9
                file.sections = []
            } == noLetter)
        let table = { (text: String) in AcrossLiteFile.Section(name: "RTBL", data: Array(text.utf8)) }
        let missing = "The file is damaged: the letters of cell d1 are missing."
        for text in ["", "1:A;", "0", "0:;", ":A;", "x:A;"] {
            #expect(try reason { $0.sections[1] = table(text) } == missing)
        }
        #expect(
            try reason { $0.sections[1] = table("0:ABCDEFGHIJK;") }
                == "Cell d1 of the solution holds no letter.")
    }

    @Test("if a section does not have one byte for each cell", arguments: [("GRBS", 0), ("GEXT", 2)])
    func sections(name: String, place: Int) throws {
        for count in [1, 24, 26, 65_535] {
            let data = [UInt8](repeating: 0, count: count)
            let refused = try reason { $0.sections[place] = AcrossLiteFile.Section(name: name, data: data) }
            #expect(refused == "The file is damaged: its section \(name) is not as large as the puzzle.")
        }
    }

    @Test("if its blocks leave no words")
    func noWords() throws {
        let refused = try reason { file in
            file.solution = [UInt8](repeating: UInt8(ascii: "."), count: 25)
            file.clues = []
        }
        #expect(refused == "The puzzle has no words.")
    }

    @Test("if a text is too long")
    func long() throws {
        #expect(
            try reason { $0.title = String(repeating: "a", count: 201) }
                == "The title is longer than 200 characters.")
        #expect(
            try reason { $0.clues[3] = String(repeating: "a", count: 501) }
                == "The clue is longer than 500 characters.")
        #expect(try reason { $0.notes = String(repeating: "é", count: 5000) + "\r\n" } == nil)
    }

    @Test(
        "if it is empty or in another format",
        arguments: ["", "ACROSS&DOWN", "AC", "{\"version\":\"http://ipuz.org/v2\"}"])
    func others(text: String) {
        #expect(refusal { try AcrossLiteFile(Array(text.utf8)) }?.detail == "This is not an AcrossLite file.")
        #expect(!AcrossLiteFile.isRecognized(in: Array(text.utf8)))
    }
}
