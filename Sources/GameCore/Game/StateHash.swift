/// A fingerprint with which a client proves that it is in step: FNV-1a, 32 bits, over the canonical text.
///
/// The canonical text of a projection is its sequence in decimal and then, for each visible board in order, a
/// line feed, the board's number, a colon and the board's text:
/// ```
/// 42
/// 0:CAT../....#/...../...../.....
/// ```
/// FNV-1a: Fowler, Noll, Vo; offset basis 2166136261, prime 16777619, one step per UTF-8 byte.
public struct StateHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bits.
    public let value: UInt32

    /// A fingerprint that was taken before.
    public init(value: UInt32) {
        self.value = value
    }

    /// The fingerprint of `boards` at `sequence`.
    ///
    /// - Complexity: O(cells).
    public init(sequence: SequenceNumber, boards: [some BoardDataSource]) {
        var hash = FNV1a()
        hash.add(sequence.description)
        for board in boards {
            hash.add("\n")
            hash.add(String(board.number))
            hash.add(":")
            for index in CellIndex.all {
                if index.column == 0, index.row > 0 { hash.add(UInt8(ascii: "/")) }
                if let byte = board.asciiSign(at: index) {
                    hash.add(byte)
                } else {
                    hash.add(board.sign(at: index))
                }
            }
        }
        value = hash.value
    }

    /// The fingerprint at `sequence` of one board, whose text is known.
    ///
    /// - Complexity: O(bytes).
    public init(sequence: SequenceNumber, board: Int, text: String) {
        var hash = FNV1a()
        hash.add(sequence.description)
        hash.add("\n")
        hash.add(String(board))
        hash.add(":")
        hash.add(text)
        value = hash.value
    }

    /// The fingerprint at `sequence` for who may see no boards.
    public static func ofNothing(at sequence: SequenceNumber) -> StateHash {
        StateHash(sequence: sequence, boards: [BoardState]())
    }

    /// Eight lower-case hex digits.
    public var description: String {
        String(unsafeUninitializedCapacity: 8) { digits in
            for place in 0..<8 {
                let digit = UInt8(truncatingIfNeeded: value >> UInt32(28 - 4 * place) & 0xF)
                digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 8
        }
    }
}

/// FNV-1a over the UTF-8 of texts.
private struct FNV1a {
    private(set) var value: UInt32 = 2_166_136_261

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { for byte in $0 { add(byte) } }
    }

    mutating func add(_ byte: UInt8) {
        value = (value ^ UInt32(byte)) &* 16_777_619
    }
}

extension UInt64 {
    /// Sixteen lower-case hex digits.
    package var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
