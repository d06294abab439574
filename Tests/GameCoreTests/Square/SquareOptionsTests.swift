import GameCore
import Testing

@Suite("The options of a word square")
struct SquareOptionsTests {
    private func refused(_ options: [String: Parameters.Value]) -> RuleViolation.Code? {
        refusal {
            let setup = GameSetup(
                id: .lobby, rules: "square", options: Parameters(options), created: .start)
            try SquareRules.check(setup)
            _ = try Game(setup)
        }?.code
    }

    private func clock(_ call: Parameters.Value, _ place: Parameters.Value) -> Parameters.Value {
        .group(["call": call, "place": place])
    }

    @Test("are accepted up to their bounds")
    func accepted() {
        for end in ["shared", "free-last"] { #expect(refused(["end": .text(end)]) == nil) }
        for limits in [
            clock(.number(1), .number(1)), clock(.number(3600), .number(3600)), clock(.null, .number(5)),
            .group(["call": .number(30)]), .group([:]), .null,
        ] {
            #expect(refused(["clock": limits]) == nil, "\(limits)")
        }
        for seed in [0, 1, 1 << 53 - 1] { #expect(refused(["seed": .number(seed)]) == nil) }
        #expect(refused(["day": .text("2026-11-20")]) == nil)
        #expect(refused(["preset": .text("long"), "end": .text("free-last"), "clock": .null]) == nil)
    }

    @Test("are refused beyond their bounds")
    func invalid() {
        let seconds = Parameters.Value.number(45)
        for (name, values) in [
            ("end", [.text("never"), .text(""), .number(25)]),
            ("seed", [.number(-1), .number(1 << 53), .text("5"), .list([])]),
            ("day", ["", "x", "2026-13-01", "2026-02-30", "20261121", "2026-1-1"].map { .text($0) }),
            (
                "clock",
                [
                    .number(60), .list([]), .flag(true), .text("none"), clock(.number(0), seconds),
                    clock(.number(60), .number(3601)), clock(.number(-1), seconds),
                    clock(.text("60"), seconds),
                ]
            ),
        ] as [(String, [Parameters.Value])] {
            for value in values { #expect(refused([name: value]) == .invalidValue, "\(name): \(value)") }
        }
        #expect(refused(["day": .text("2026-11-20"), "seed": .number(5)]) == .invalidValue)
    }

    @Test("are refused under unknown names")
    func unknown() {
        for name in ["open", "board", "seats", "level", "Preset", "colour", "limit", "mode"] {
            #expect(refused([name: .text("5")]) == .unknownKey, "\(name)")
        }
        #expect(refused(["clock": .group(["think": .number(5)])]) == .unknownKey)
    }
}
