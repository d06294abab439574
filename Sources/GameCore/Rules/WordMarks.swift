/// The marks of five letters against the word that they should be, one for each letter.
///
/// Every letter in its right place is a hit and uses up one copy of that letter in the answer. Then, from
/// left to right, each other letter is near while the answer has an unused copy of it, else a miss.
public struct WordMarks: Hashable, Sendable {
    /// The number of different values: three marks in five places.
    public static let count = 243

    /// The marks as a number in base three, 0…242: the first letter is the most significant digit; a miss is
    /// 0, near is 1, a hit is 2.
    public let code: UInt8

    /// Five hits.
    public static let solved = WordMarks(code: 242)

    /// Creates marks from their code, 0…242.
    public init(code: UInt8) {
        self.code = code
    }

    /// Marks `guess` against `answer`; both are the alphabet codes of five letters.
    ///
    /// - Complexity: O(1), some nanoseconds.
    @inline(__always)
    public init(
        of guess: some RandomAccessCollection<UInt8>, against answer: some RandomAccessCollection<UInt8>
    ) {
        var (used, hits): (UInt8, UInt8) = (0, 0)
        for place in 0..<CellIndex.side where Self.at(place, guess) == Self.at(place, answer) {
            used |= 1 << UInt8(place)
            hits |= 1 << UInt8(place)
        }
        var code: UInt8 = 0
        for place in 0..<CellIndex.side {
            code *= 3
            if hits >> UInt8(place) & 1 == 1 {
                code += 2
                continue
            }
            let letter = Self.at(place, guess)
            for other in 0..<CellIndex.side
            where used >> UInt8(other) & 1 == 0 && Self.at(other, answer) == letter {
                used |= 1 << UInt8(other)
                code += 1
                break
            }
        }
        self.code = code
    }

    /// Creates marks from those of five cells; a mark of a crossword counts as a miss.
    public init(_ marks: [CellMark]) {
        code = marks.reduce(0) { $0 &* 3 &+ ($1 == .hit ? 2 : $1 == .near ? 1 : 0) }
    }

    /// Parses five letters: `h` for a hit, `n` for near, `m` for a miss.
    ///
    /// - Returns: nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count == CellIndex.side else { return nil }
        var code: UInt8 = 0
        for byte in text.utf8 {
            guard let digit = Self.signs.firstIndex(of: byte) else { return nil }
            code = code * 3 + UInt8(digit)
        }
        self.code = code
    }

    /// The mark of each letter, in order.
    public var marks: [CellMark] { digits.map { [.miss, .near, .hit][$0] } }

    /// The marks as text, such as `hmnmm`.
    public var text: String { String(decoding: digits.map { Self.signs[$0] }, as: UTF8.self) }

    private static let signs = Array("mnh".utf8)

    private var digits: [Int] {
        var (digits, left) = ([Int](), Int(code))
        for _ in 0..<CellIndex.side {
            digits.append(left % 3)
            left /= 3
        }
        return digits.reversed()
    }

    @inline(__always)
    private static func at(_ place: Int, _ word: some RandomAccessCollection<UInt8>) -> UInt8 {
        word[word.index(word.startIndex, offsetBy: place)]
    }
}
