import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("The analysis of guesses")
struct GuessAnalysisTests {
    private let lexicon: Lexicon

    init() throws {
        let words = ["CRANE", "SLATE", "MAXIM", "MAMMA", "MIGHT", "LIGHT", "NIGHT", "SIGHT"]
        lexicon = try Lexicon(name: "en", words: words.map { $0.compactMap { Letter(String($0)) } })
    }

    private func rows(_ text: String) throws -> [GuessRow] {
        guard case .object(let body)? = JSONValue(parsing: text) else { return [] }
        return try body.guessRows("rows", lexicon.alphabet)
    }

    private func answer(_ text: String, isHard: Bool = false, limit: Int = 10) throws -> String {
        let solver = GuessSolver(lexicon)
        let rows = try rows(text)
        let best = GuessAnswer.best(solver, rows, isHard: isHard, limit: limit)
        let answer = GuessAnswer(solver, lexicon.alphabet, rows, best)
        return String(decoding: answer.json, as: UTF8.self)
    }

    @Test("reads guesses in either case, words or not")
    func reading() throws {
        #expect(try rows("{}").isEmpty && rows(#"{"rows":[]}"#).isEmpty)
        let crane = #"{"guess":"crane","marks":"hmnmm"}"#
        let read = try rows(#"{"rows":[\#(crane),{"guess":"MMMMM","marks":"mmmmm"}]}"#)
        #expect(read.map { lexicon.alphabet.text($0.word) } == ["CRANE", "MMMMM"])
        #expect(read.map(\.marks.text) == ["hmnmm", "mmmmm"])
    }

    @Test(
        "refuses rows that are not guesses with marks",
        arguments: [
            (#"{"guess":"CRAN","marks":"hmnmm"}"#, "not-a-letter"),
            (#"{"guess":"CRANES","marks":"hmnmm"}"#, "not-a-letter"),
            (#"{"guess":"CRAN7","marks":"hmnmm"}"#, "not-a-letter"),
            (#"{"guess":"CRANЖ","marks":"hmnmm"}"#, "not-a-letter"),
            (#"{"guess":"","marks":"hmnmm"}"#, "not-a-letter"),
            (#"{"guess":"<b>AB","marks":"hmnmm"}"#, "not-a-letter"),
            (#"{"guess":5,"marks":"hmnmm"}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":"hmnm"}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":"hmnmmm"}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":"hmnmx"}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":"HMNMM"}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":["h"]}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":""}"#, "invalid-value"),
            (#"{"guess":"CRANE","marks":"hmnmm","more":1}"#, "unknown-key"),
            (#"{"guess":"CRANE"}"#, "invalid-value"), (#"{"marks":"hmnmm"}"#, "invalid-value"),
            (#""CRANE""#, "invalid-value"),
        ])
    func refusals(row: String, code: String) {
        #expect(problem { try rows(#"{"rows":[\#(row)]}"#) } == code)
    }

    @Test("refuses more than five rows, and rows that are not a list")
    func lists() {
        let row = #"{"guess":"CRANE","marks":"hmnmm"}"#
        let six = [String](repeating: row, count: 6).joined(separator: ",")
        for rows in ["[\(six)]", "{}", #""CRANE""#, "null"] {
            #expect(problem { try self.rows(#"{"rows":\#(rows)}"#) } == "invalid-value")
        }
    }

    private func problem(_ work: () throws -> [GuessRow]) -> String? {
        do { _ = try work() } catch { return Problem(error).kind.code }
        return nil
    }

    @Test("answers with the number of remaining words, the first of them, and the best guesses")
    func answers() throws {
        let maxim = #"{"rows":[{"guess":"CRANE","marks":"mmnmm"},{"guess":"MAMMA","marks":"hhnmm"}]}"#
        #expect(
            try answer(maxim, limit: 1)
                == #"{"remaining":1,"words":["MAXIM"],"best":[{"word":"MAXIM","expected":0.0}]}"#)
        let contradiction = #"{"rows":[{"guess":"CRANE","marks":"hhhhh"},{"guess":"SLATE","marks":"hhhhh"}]}"#
        #expect(try answer(contradiction) == #"{"remaining":0,"words":[],"best":[]}"#)
        #expect(try answer("{}", limit: 1).contains(#""remaining":8,"#))
    }

    @Test("proposes only guesses that hard mode allows, when asked to")
    func hardMode() throws {
        let light = #"{"rows":[{"guess":"MIGHT","marks":"mhhhh"}]}"#
        #expect(try !answer(light, isHard: true, limit: 100).contains("CRANE"))
        #expect(try answer(light, limit: 100).contains("CRANE"))
        let maxim = #"{"rows":[{"guess":"MAMMA","marks":"hhnmm"}]}"#
        #expect(try answer(maxim, isHard: true).contains("MAXIM"))
    }
}
