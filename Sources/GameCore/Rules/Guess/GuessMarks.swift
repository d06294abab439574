/// What a guess of five letters tells of the hidden word: a mark for each letter.
///
/// First every letter in its place is a hit and uses up one copy of itself; then, from left to right, each
/// other letter is near while unused copies remain, else a miss.
public struct GuessMarks: Hashable, Sendable {
    /// How many there are.
    public static let count = 243

    /// A number of its own, 0…242: in base three, the first letter first, 0 for a miss, 1 near, 2 a hit.
    public let code: UInt8

    /// All hits.
    public static let solved = GuessMarks(code: 242)

    /// The marks with this code, 0…242.
    public init(code: UInt8) {
        self.code = code
    }

    /// The marks of `guess` when `answer` is hidden; both are five letters, in codes.
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

    /// The given marks, five of them; whatever is no mark of a guess counts as a miss.
    public init(_ marks: [CellMark]) {
        code = marks.reduce(0) { $0 &* 3 &+ ($1 == .hit ? 2 : $1 == .near ? 1 : 0) }
    }

    /// Marks as text: `h` hit, `n` near, `m` miss; nil when it is not five of them.
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

    /// As text: `hmnmm`.
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

/// A guess that has been made, with what it told.
public struct GuessRow: Hashable, Sendable {
    /// The five letters, in codes.
    public let word: [UInt8]
    /// What they told of the hidden word.
    public let marks: GuessMarks

    /// A row of `word` with its `marks`; nil when the word does not have five letters.
    public init?(_ word: [UInt8], _ marks: GuessMarks) {
        guard word.count == CellIndex.side else { return nil }
        self.word = word
        self.marks = marks
    }

    /// Whether `answer`, five letters in codes, can be the hidden word as far as this row tells.
    public func admits(_ answer: some RandomAccessCollection<UInt8>) -> Bool {
        answer.count == CellIndex.side && GuessMarks(of: word, against: answer) == marks
    }
}

extension Collection<GuessRow> {
    /// Whether `answer` can be the hidden word as far as all rows tell.
    func admit(_ answer: some RandomAccessCollection<UInt8>) -> Bool {
        allSatisfy { $0.admits(answer) }
    }
}

/// The stricter way to play: hits stay, nears are reused.
public enum HardMode {
    /// What a guess leaves out although an earlier row has told it.
    public enum Violation: Hashable, Sendable {
        /// The letter with this code was hit in this place, 0…4, and is not there.
        case hit(letter: UInt8, place: Int)
        /// The letter with this code was shown so many times in one row, and the guess has it less often.
        case near(letter: UInt8, count: Int)
    }

    /// The first thing that `guess` leaves out of what `rows` have told, in their order; hits before nears.
    ///
    /// A word that can still be the answer leaves out nothing.
    public static func violation(
        of guess: some Collection<UInt8>, after rows: some Sequence<GuessRow>
    ) -> Violation? {
        for row in rows {
            if let violation = Demand(row).violation(by: guess) { return violation }
        }
        return nil
    }

    /// What one row asks of every later guess.
    struct Demand {
        private var hits: [(place: Int, letter: UInt8)] = []
        private var nears: [(letter: UInt8, count: Int)] = []

        /// What `row` asks.
        init(_ row: GuessRow) {
            let told = Array(zip(row.word, row.marks.marks))
            for (place, (letter, mark)) in told.enumerated() {
                if mark == .hit { hits.append((place, letter)) }
                if mark == .near { nears.append((letter, told.count { $0.0 == letter && $0.1 != .miss })) }
            }
        }

        /// The first thing that `guess` leaves out.
        func violation(by guess: some Collection<UInt8>) -> Violation? {
            for hit in hits where guess.dropFirst(hit.place).first != hit.letter {
                return .hit(letter: hit.letter, place: hit.place)
            }
            for near in nears where guess.count(where: { $0 == near.letter }) < near.count {
                return .near(letter: near.letter, count: near.count)
            }
            return nil
        }
    }
}
