/// A colour as `#rrggbb`, in lower case.
public struct Colour: Hashable, Codable, Sendable {
    /// `#` and six lower-case hex digits.
    public let text: String

    /// A colour from `#rrggbb` in any case; nil when it is anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
        guard bytes.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        self.text = text.lowercased()
    }

    /// The colour that a seat gets when its player names none: twelve tints that are told apart on light and
    /// dark.
    public static func standard(for seat: Seat) -> Colour {
        palette[(seat.number - 1) % palette.count]
    }

    private static let palette = [
        "#2a9d8f", "#e76f51", "#3a86ff", "#b5179e", "#e09f3e", "#6a994e",
        "#9b5de5", "#d62828", "#0096c7", "#bc6c25", "#5c677d", "#ff6392",
    ].compactMap(Colour.init(_:))
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
