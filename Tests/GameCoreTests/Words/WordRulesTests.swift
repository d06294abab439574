import GameCore
import Testing

@Suite("The scoring options")
struct WordRulesTests {
    private func rules(_ options: [String: Parameters.Value] = [:]) throws -> WordRules {
        try WordRules(Parameters(options))
    }

    @Test("default to the English words and the preset family")
    func defaults() throws {
        let words = try rules()
        #expect(words.lexicon == "en" && words.preset == "family" && words.scoring == Scoring())
        #expect(words.end == .freeLast)
    }

    @Test("choose a preset by its name", arguments: ScoringPreset.all.map(\.name))
    func presets(name: String) throws {
        let preset = try #require(ScoringPreset.named(name))
        let words = try rules(["preset": .text(name)])
        #expect(words.scoring == preset.scoring && words.end == preset.end && words.preset == name)
    }

    @Test("override one value of their preset and leave the others")
    func overrides() throws {
        var expected = try #require(ScoringPreset.named("classic-all")).scoring
        func scoring(_ name: String, _ value: Parameters.Value) throws -> Scoring {
            let words = try rules(["preset": .text("classic-all"), name: value])
            #expect(words.preset == nil && words.end == .shared)
            return words.scoring
        }
        expected.overlap = .split
        #expect(try scoring("overlap", .text("split")) == expected)
        expected.overlap = .all
        expected.minimumLength = 4
        #expect(try scoring("minimumLength", .number(4)) == expected)
        expected.minimumLength = 3
        expected.points = [3: 2, 5: 9]
        #expect(try scoring("points", .group(["3": .number(2), "5": .number(9)])) == expected)
        expected.points = [3: 1, 4: 5, 5: 10]
        expected.fullLine = 3
        #expect(try scoring("extras", .group(["fullLine": .number(3)])) == expected)
        expected.fullLine = 0
        expected.diagonals = true
        #expect(try scoring("extras", .group(["diagonals": .flag(true)])) == expected)
    }

    @Test("keep the name of a preset whose values they repeat")
    func repeated() throws {
        #expect(try rules(["preset": .text("long"), "overlap": .text("split")]).preset == "long")
    }

    @Test("are shown with all values")
    func fields() throws {
        #expect(
            try rules(["preset": .text("teacher")]).fields
                == Parameters([
                    "preset": .text("teacher"), "minimumLength": .number(2), "overlap": .text("split"),
                    "points": .group(["2": .number(2), "3": .number(3), "4": .number(4), "5": .number(6)]),
                    "diagonals": .flag(false), "fullLine": .number(0),
                ]))
        #expect(try rules(["overlap": .text("all")]).fields.values["preset"] == nil)
    }

    @Test(
        "are refused with a value that is unknown, of another type or out of bounds",
        arguments: [
            ("preset", .text("fmaily")), ("preset", .text("")), ("preset", .text("FAMILY ")),
            ("preset", .number(5)), ("overlap", .text("most")), ("overlap", .number(1)),
            ("overlap", .group([:])), ("minimumLength", .number(1)), ("minimumLength", .number(6)),
            ("minimumLength", .number(0)), ("minimumLength", .number(-3)), ("minimumLength", .text("3")),
            ("minimumLength", .flag(true)), ("points", .number(5)), ("points", .group(["3": .number(-1)])),
            ("points", .group(["3": .number(101)])), ("points", .group(["3": .text("3")])),
            ("extras", .flag(true)), ("extras", .group(["diagonals": .text("yes")])),
            ("extras", .group(["diagonals": .number(1)])), ("extras", .group(["fullLine": .number(-1)])),
            ("extras", .group(["fullLine": .number(101)])), ("extras", .group(["fullLine": .text("5")])),
            ("lexicon", .number(5)), ("lexicon", .flag(true)),
        ] as [(String, Parameters.Value)])
    func invalid(name: String, value: Parameters.Value) {
        #expect(refusal { try rules([name: value]) }?.code == .invalidValue)
    }

    @Test(
        "are refused with an unknown key in a group",
        arguments: [
            ("points", ["1": .number(1)]), ("points", ["6": .number(1)]), ("points", ["x": .number(1)]),
            ("points", [" 3": .number(3)]), ("points", ["03": .number(3)]),
            ("extras", ["fulLine": .number(5)]),
        ] as [(String, [String: Parameters.Value])])
    func unknown(name: String, group: [String: Parameters.Value]) {
        #expect(refusal { try rules([name: .group(group)]) }?.code == .unknownKey)
    }

    @Test("are options of a free board too, whose game refuses an unknown key by its name")
    func freeBoard() throws {
        func free(_ options: [String: Parameters.Value]) throws -> GameState {
            let setup = GameSetup(
                id: .lobby, rules: "free", options: Parameters(options), created: .start)
            return try allRules.newGame(setup)
        }
        let board = try #require(try free(["preset": .text("tournament")]).rules as? FreeRules)
        #expect(board.words == (try rules(["preset": .text("tournament")])) && !board.needsLexicon)
        #expect(try (free(["lexicon": .text("xx")]).rules as? FreeRules)?.needsLexicon == true)
        let violation = refusal { try free(["overlpa": .text("all")]) }
        #expect(violation?.code == .unknownKey && violation?.detail.contains("overlpa") == true)
    }
}
