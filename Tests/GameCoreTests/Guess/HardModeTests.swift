import GameCore
import Testing

@Suite("Hard mode")
struct HardModeTests {
    private func violation(_ guess: String, _ rows: String) throws -> HardMode.Violation? {
        let table = try GuessTable.of("ABCDE FGHIJ KLMNO PQRST UVWXY ZZZZZ")
        return HardMode.violation(of: table.codes(guess), after: try table.rows(rows))
    }

    @Test("allows any word without rows and after rows of misses")
    func nothing() throws {
        #expect(try violation("SPEED", "") == nil)
        #expect(try violation("SPEED", "SPEED mmmmm") == nil)
    }

    @Test("requires the hits of all rows in their places")
    func hits() throws {
        #expect(try violation("CRANE", "CRIMP hhmmm") == nil)
        #expect(try violation("CLANG", "CRIMP hhmmm") == .hit(letter: 18, place: 1))
        #expect(try violation("TRACE", "CRIMP hhmmm") == .hit(letter: 3, place: 0))
        #expect(try violation("CRUST", "CRIMP hmmmm\nCLOSE hmmmh") == .hit(letter: 5, place: 4))
    }

    @Test("requires every near letter, in any place")
    func nears() throws {
        #expect(try violation("RAISE", "OTHER mmmnn") == nil)
        #expect(try violation("OTHER", "OTHER mmmnn") == nil)
        #expect(try violation("TRAIN", "OTHER mmmnn") == .near(letter: 5, count: 1))
    }

    @Test("requires as many copies of a letter as one row has hits and nears of it")
    func repeated() throws {
        #expect(try violation("SPEAK", "GEESE mnnmm") == .near(letter: 5, count: 2))
        #expect(try violation("TEPEE", "GEESE mnnmm") == nil)
        #expect(try violation("STEAM", "EMCEE nmmhm") == .hit(letter: 5, place: 3))
        #expect(try violation("SPREE", "EMCEE nmmhm") == nil)
        #expect(try violation("SOBER", "EMCEE nmmhm") == .near(letter: 5, count: 2))
        #expect(try violation("SPEAK", "GEESE mnmmm") == nil)
    }

    @Test("never forbids a possible answer")
    func possible() throws {
        let table = try GuessTable.sample(60, answersEvery: 1)
        let words = table.lexicon.answers.map(Array.init)
        for answer in words {
            for guess in words {
                let row = try #require(GuessRow(guess, WordMarks(of: guess, against: answer)))
                #expect(row.isConsistent(with: answer) && HardMode.violation(of: answer, after: [row]) == nil)
            }
        }
    }

    @Test("rejects rows and answers that do not have five letters")
    func lengths() {
        #expect(GuessRow([1, 2, 3, 4], .solved) == nil && GuessRow([1, 2, 3, 4, 5, 6], .solved) == nil)
        #expect(GuessRow([1, 2, 3, 4, 5], .solved)?.isConsistent(with: [1, 2, 3, 4]) == false)
    }
}
