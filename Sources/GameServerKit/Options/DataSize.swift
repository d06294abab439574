import ArgumentParser

/// A size on the command line: a whole number with a unit, `500MB` or `10GB`, or `unlimited`.
///
/// The units are powers of 1000.
package nonisolated struct DataSize: ExpressibleByArgument, Sendable {
    private static let units = [
        ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
    ]

    /// Nil for `unlimited`.
    package let bytes: Int?
    /// As written.
    package let defaultValueDescription: String

    static func gigabytes(_ count: Int) -> DataSize {
        DataSize(bytes: count * 1_000_000_000, description: "\(count)GB")
    }

    private init(bytes: Int?, description: String) {
        self.bytes = bytes
        defaultValueDescription = description
    }

    /// Parses a size of at least 1 MB and less than 1,000,000 TB.
    package init?(argument: String) {
        guard argument != "unlimited" else {
            self.init(bytes: nil, description: argument)
            return
        }
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let unit = Self.units.first { $0.0 == argument.dropFirst(digits.count) }
        guard digits.count <= 6, let count = Int(digits), count > 0, let unit else { return nil }
        self.init(bytes: count * unit.1, description: argument)
    }
}
