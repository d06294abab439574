/// The tasks of days: made from seeds that all servers share, or that only servers with one secret know.
///
/// Days are cached, because a day's task avoids the words of the days around it.
public struct DayTasks: Sendable {
    /// The number of days on each side of a day whose words it avoids.
    public static let distance = 30
    /// The number of cached tasks after which all are forgotten.
    private static let maximumDays = 1000

    /// A task as plain values, and its words.
    public struct Task: Equatable, Sendable {
        /// The hidden answer of its games.
        public let answer: Parameters
        /// The words that the days around this one avoid.
        public let words: [String]

        /// Creates a task.
        public init(answer: Parameters, words: [String]) { (self.answer, self.words) = (answer, words) }
    }

    /// What the task of a day is made from.
    public struct Ingredients {
        /// The day.
        public let day: Day
        /// The seed of the day under the rules.
        public let seed: UInt64
        /// Words that the task should not have.
        public let avoided: Set<String>
    }

    private struct Key: Hashable {
        let rules: String
        let pack: String
        let day: Int
    }

    private let hash: @Sendable (String) -> UInt64
    private var known: [Key: Task] = [:]

    /// Creates the tasks whose seeds are the `hash` of texts.
    public init(hash: @escaping @Sendable (String) -> UInt64) { self.hash = hash }

    /// Creates the tasks that all servers share.
    public init() { self.init { FNV1a64.value(of: $0) } }

    /// The seed of the task of `day` under `rules`.
    public func seed(of day: Day, rules: String) -> UInt64 { hash("\(rules) of \(day)") }

    /// A number in `0..<count` for `day` under `rules`: each of them once in `count` days in a row.
    public func number(of day: Day, rules: String, below count: Int) -> Int {
        let place = day.number % count
        return Permutation(count: count, seed: hash("\(rules) of days"))[place < 0 ? place + count : place]
    }

    /// The task of `day`, which avoids the words of all days that are at most ``distance`` days away.
    ///
    /// The days are divided into blocks of ``distance`` days. Every other block ignores its neighbours, and
    /// the blocks in between avoid the words of both neighbours. A day therefore depends on at most three
    /// blocks. Within a block, each day avoids the words of the days before it.
    ///
    /// - Parameters:
    ///   - pack: The id of the pack that has the words.
    ///   - hasManyWords: Whether words are left for a task that avoids those of other days. If not, it avoids
    ///     none.
    ///   - make: Makes the task of one day.
    /// - Complexity: At most three times ``distance`` calls of `make`.
    public mutating func task(
        of day: Day, rules: String, pack: String, hasManyWords: Bool,
        make: (Ingredients) throws(RuleViolation) -> Task
    ) throws(RuleViolation) -> Task {
        if known.count > Self.maximumDays { known = [:] }
        return try task(of: day.number, (rules, pack, hasManyWords), make)
    }

    private mutating func task(
        of number: Int, _ name: (rules: String, pack: String, hasManyWords: Bool),
        _ make: (Ingredients) throws(RuleViolation) -> Task
    ) throws(RuleViolation) -> Task {
        let key = Key(rules: name.rules, pack: name.pack, day: number)
        if let task = known[key] { return task }
        var avoided: Set<String> = []
        for other in name.hasManyWords ? Self.days(before: number) : [] {
            avoided.formUnion(try task(of: other, name, make).words)
        }
        let day = Day(number: number)
        let task = try make(Ingredients(day: day, seed: seed(of: day, rules: name.rules), avoided: avoided))
        known[key] = task
        return task
    }

    /// The days whose tasks are made before that of the day with this number, in order.
    static func days(before number: Int) -> [Int] {
        let block = (number - (number < 0 ? distance - 1 : 0)) / distance
        let first = block * distance
        guard !block.isMultiple(of: 2) else { return Array(first..<number) }
        return Array(number - distance..<first) + Array(first + distance...number + distance)
            + Array(first..<number)
    }
}

/// A random order of the numbers `0..<count` that computes each number without the others.
///
/// A Feistel network permutes the numbers of an even number of bits (Luby and Rackoff, 1988). A result that
/// is too large is permuted again (Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002).
struct Permutation {
    private let count: Int
    private let halfBits: UInt64
    private let keys: [UInt64]

    /// Creates the order of `count` numbers, at least one, that follows from `seed`.
    init(count: Int, seed: UInt64) {
        self.count = count
        let bits = UInt64(UInt64.bitWidth - UInt64(max(count - 1, 1)).leadingZeroBitCount)
        halfBits = (bits + 1) / 2
        var random = SeededGenerator(seed: seed)
        keys = (0..<6).map { _ in random.next() }
    }

    /// The number at this place; O(1) on average.
    subscript(place: Int) -> Int {
        var number = UInt64(place)
        repeat { number = mixed(number) } while number >= UInt64(count)
        return Int(number)
    }

    private func mixed(_ number: UInt64) -> UInt64 {
        let mask = (UInt64(1) << halfBits) - 1
        var (left, right) = (number >> halfBits, number & mask)
        for key in keys {
            var random = SeededGenerator(seed: key ^ right)
            (left, right) = (right, left ^ random.next() & mask)
        }
        return left << halfBits | right
    }
}
