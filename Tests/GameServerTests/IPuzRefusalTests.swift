import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("An ipuz file is refused")
struct IPuzRefusalTests {
    @Test(
        "with its reason",
        arguments: [
            ("version", "", "does not declare ipuz"),
            ("version", "'http://ipuz.org/v3'", "version 1 or 2"),
            ("version", "2", "version 1 or 2"), ("kind", "['http://ipuz.org/sudoku#1']", "another kind"),
            ("kind", "", "another kind"),
            ("kind", "['http://ipuz.org/crossword/diagramless#1']", "The puzzle is diagramless"),
            ("dimensions", "", "how wide"),
            ("dimensions", "{'width':5}", "how wide"), ("dimensions", "{'width':5.5,'height':5}", "how wide"),
            (
                "dimensions", "{'width':15,'height':16}",
                "This puzzle is 15x16; only 5x5 and smaller ones can be played."
            ),
            ("dimensions", "{'width':-5,'height':5}", "This puzzle is -5x5"),
            ("dimensions", "{'width':5,'height':0}", "This puzzle is 5x0"),
            ("dimensions", "{'width':5,'height':4}", "The grid does not have 4 rows."),
            ("dimensions", "{'width':4,'height':5}", "A row of the grid does not have 4 cells."),
            ("puzzle", "", "The grid does not have 5 rows."),
            ("puzzle", "[[],[],[],[],[]]", "A row of the grid"),
            ("solution", "", "The puzzle has no solution."),
            ("solution", "null", "The puzzle has no solution."),
            ("solution", "[[],[],[],[]]", "The solution does not have 5 rows."),
            ("solution", "[1,2,3,4,5]", "A row of the solution"),
            ("clues", "[]", "not grouped by direction"),
            ("clues", "{'Diagonal':[[1,'x']]}", "across and down"),
            ("clues", "{'Across':[[9,'x']]}", "Clue 9 across belongs to no word."),
            ("clues", "{'Down':[[1,'x'],[8,'x']]}", "Clue 8 down belongs to no word."),
            ("clues", "{'Down':[{'number':'7a','clue':'x'}]}", "Clue 7a down belongs to no word."),
            (
                "clues", "{'Down':['1','2','3','4','5','6']}",
                "Number 6 in the list of clues down belongs to no word."
            ),
            ("clues", "{'Across':[[1,'x'],[1,'y']]}", "Two clues across belong to the same word."),
            (
                "clues", "{'Across':[[1,'x']],'Across:':[['1','y']]}",
                "Two clues across belong to the same word."
            ),
            ("clues", "{'Across':[[1]]}", "must be a pair"),
            ("clues", "{'Across':[[1,2]]}", "must be a pair"),
            ("clues", "{'Across':[{'clue':1}]}", "must be a pair"),
            ("clues", "{'Across':[7]}", "must be a pair"),
        ])
    func refusals(part: String, written: String, reason: String) {
        let problem = IPuzSample.refusal([part: written])
        #expect(problem?.kind.code == "invalid-puzzle")
        #expect(problem?.detail.contains(reason) == true, "\(problem?.detail ?? "read")")
    }

    @Test(
        "for an invalid cell, which the reason names",
        arguments: [
            ("'A!'", "1", "solution holds no letter"), ("44", "1", "solution holds no letter"),
            ("''", "1", "solution is empty"), ("'#'", "1", "solution is empty"),
            ("null", "1", "solution is empty"), ("0", "1", "solution is empty"),
            ("['A','B']", "1", "solution has more than one answer"),
            ("{'value':['A']}", "1", "solution holds no letter"),
            ("'ABCDEFGHIJK'", "1", "solution holds no letter"),
            ("'A'", "null", "solution has a letter, but is a block of the puzzle"),
            ("'A'", "true", "puzzle is not a valid ipuz cell"),
            ("'A'", "1.5", "puzzle is not a valid ipuz cell"),
            ("'A'", "{'cell':[1]}", "puzzle is not a valid ipuz cell"),
            ("'A'", "{'cell':1,'value':'B'}", "puzzle has a given letter that differs"),
            ("'A'", "{'cell':1,'value':'!'}", "puzzle holds no letter"),
            (
                "'A'", "{'cell':1,'style':{'barred':'X'}}",
                "puzzle has a bar on a side other than T, R, B and L"
            ),
            (
                "'A'", "{'cell':1,'style':{'barred':true}}",
                "puzzle has a bar on a side other than T, R, B and L"
            ),
        ])
    func cells(answer: String, cell: String, reason: String) {
        let parts = IPuzSample.parts
        let problem = IPuzSample.refusal([
            "puzzle": parts["puzzle"]?.replacing("'#',1,", with: "'#',\(cell),") ?? "",
            "solution": parts["solution"]?.replacing("'H'", with: answer) ?? "",
        ])
        #expect(
            problem?.detail.contains("Cell b1 of the \(reason)") == true,
            "\(problem?.detail ?? "read")")
    }

    @Test("when two labels are equal, or one is too long")
    func labels() {
        let grid = { (label: String) in
            "[['#',1,2,3,4],['\(label)',0,0,0,0],[6,0,0,0,0],[7,0,0,0,0],[8,0,0,0,'#']]"
        }
        #expect(IPuzSample.refusal(["puzzle": grid("6")])?.detail == "Two words across have the same label.")
        #expect(
            IPuzSample.refusal(["puzzle": grid("12345678901")])?.detail.contains("longer than 10") == true)
    }

    @Test("with more clues than the limit", arguments: [21, 900])
    func manyClues(count: Int) {
        let list = [String](repeating: "[1,'']", count: count).joined(separator: ",")
        let problem = IPuzSample.refusal(["clues": "{'Across':[\(list)]}"])
        #expect(problem?.detail == "The puzzle has \(count) clues; the limit is 20.")
    }

    @Test("with a title or a clue that is too long")
    func long() {
        let text = String(repeating: "x", count: 501)
        #expect(
            IPuzSample.refusal(["title": "'\(text)'"])?.detail == "The title is longer than 200 characters.")
        #expect(
            IPuzSample.refusal(["clues": "{'Across':[[1,'\(text)']]}"])?.detail
                == "The clue is longer than 500 characters.")
    }

    @Test("when it nests too deeply, is truncated, or is not UTF-8")
    func json() {
        let deep = { (levels: Int) in
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(IPuzSample.refusal(["x": deep(7)]) == nil)
        #expect(IPuzSample.refusal(["x": deep(8)])?.kind.code == "malformed-json")
        #expect(IPuzSample.refusal(["x": deep(20_000)])?.detail == "The body nests deeper than 8 levels.")
        let whole = IPuzSample.file()
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(code(Array(whole.prefix(count))) == "malformed-json")
        }
        #expect(code(whole + [0xFF]) == "malformed-json")
        #expect(code(Array("[1]".utf8)) == "malformed-json" && code(Array("ipuz(".utf8)) == "malformed-json")
        #expect(code(Array("ipuz()".utf8)) == "malformed-json" && code(Array(")(".utf8)) == "malformed-json")
    }

    @Test("when it has more values than a small crossword needs, which would take long to read")
    func manyValues() {
        let list = { "[" + [String](repeating: "0", count: $0).joined(separator: ",") + "]" }
        #expect(IPuzSample.refusal(["x": list(3500)]) == nil)
        #expect(IPuzSample.refusal(["x": list(4000)])?.detail == "The body has more than 4000 values.")
    }

    @Test("when it is JSON, but not an object", arguments: ["42", "[1]", "\"ipuz\"", "null", "ipuz(7)"])
    func notAnObject(json: String) {
        #expect(
            throws: UnreadableInput(.malformedJSON, "The file is JSON, but not an object, as ipuz is.")
        ) { try IPuzFile(Array(json.utf8)) }
    }

    private func code(_ bytes: [UInt8]) -> String? {
        do { _ = try IPuzFile(bytes).puzzle() } catch { return Problem(error).kind.code }
        return nil
    }
}
