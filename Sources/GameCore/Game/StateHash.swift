/// A hash of the visible game, by which a client can verify that it is in sync.
///
/// It is the 32-bit FNV-1a hash of the canonical text: the sequence in decimal and then, for each visible
/// board in order, a line feed, the board's number, a colon and the board's text:
/// ```
/// 42
/// 0:CAT../....#/...../...../.....
/// ```
/// FNV-1a is by Fowler, Noll and Vo; offset basis 2166136261, prime 16777619, one step per UTF-8 byte.
public struct StateHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bits.
    public let value: UInt32

    /// Restores a hash from its value.
    public init(value: UInt32) {
        self.value = value
    }

    /// Hashes `boards` at `sequence`.
    ///
    /// - Complexity: O(number of cells).
    public init(sequence: SequenceNumber, boards: [some BoardDataSource]) {
        var hash = FNV1a()
        hash.addText(sequence.description)
        for board in boards {
            hash.addText("\n")
            hash.addText(String(board.number))
            hash.addText(":")
            for index in CellIndex.all {
                if index.column == 0, index.row > 0 { hash.addByte(UInt8(ascii: "/")) }
                if let byte = board.asciiSymbol(at: index) {
                    hash.addByte(byte)
                } else {
                    hash.addText(board.symbol(at: index))
                }
            }
        }
        value = hash.value
    }

    /// Hashes one board with a known text at `sequence`.
    public init(sequence: SequenceNumber, board: Int, text: String) {
        var hash = FNV1a()
        hash.addText(sequence.description)
        hash.addText("\n")
        hash.addText(String(board))
        hash.addText(":")
        hash.addText(text)
        value = hash.value
    }

    /// The hash at `sequence` for a viewer who may see no board.
    public static func empty(at sequence: SequenceNumber) -> StateHash {
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

private struct FNV1a {
    private(set) var value: UInt32 = 2_166_136_261

    mutating func addText(_ text: String) {
        var text = text
        text.withUTF8 { for byte in $0 { addByte(byte) } }
    }

    mutating func addByte(_ byte: UInt8) {
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
