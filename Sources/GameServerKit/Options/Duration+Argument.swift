public import ArgumentParser
import GameCore
import GameJSON
import GameStore

/// A duration on the command line: a whole number with a unit, `50ms`, `30s`, `10m`, `6h` or `14d`.
extension Duration: @retroactive ExpressibleByArgument {
    private nonisolated static let units: [(suffix: String, length: Duration)] = [
        ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
        ("d", .seconds(86_400)),
    ]

    /// Parses a duration of at most 10,000 days.
    public nonisolated init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let unit = Self.units.first { $0.suffix == argument.dropFirst(digits.count) }
        guard let count = Int(digits), let unit, count < 1_000_000_000_000 else { return nil }
        let duration = unit.length * count
        guard duration <= .seconds(10_000 * 86_400) else { return nil }
        self = duration
    }
}
