/// What bots need of a lexicon: its words and how often its letters come.
///
/// An alphabet that is too large for the tables (n^5 bytes while they are made) is made small enough: the
/// rarest letters become one code that no word has, and a bot knows no word with such a letter.
struct BotLexicon: Sendable {
    /// The most letters that the tables are made for.
    private static let limit = 33

    let letterCount: Int
    /// Words of 2 to 5 letters, as codes.
    let words: [[UInt8]]
    /// Probability of each letter, index code - 1; sums to 1.
    let frequency: [Double]
    /// The code that stands for each code of the lexicon; index 0 is the empty cell.
    let codes: [UInt8]
    /// The code in the tables that comes least often.
    let rarest: UInt8

    init(_ lexicon: Lexicon) {
        let count = lexicon.alphabet.count
        let counts = lexicon.alphabet.frequencies
        var codes = (0...count).map { UInt8($0) }
        if count > Self.limit {
            let order = (1...count).sorted { (counts[$1 - 1], $0) < (counts[$0 - 1], $1) }
            for (rank, code) in order.enumerated() { codes[code] = UInt8(min(rank + 1, Self.limit)) }
        }
        letterCount = min(count, Self.limit)
        let all = Lexicon.lengths.flatMap { lexicon.words(ofLength: $0).map(Array.init) }
        let folded = all.map { word in word.map { codes[Int($0)] } }
        words = count > Self.limit ? folded.filter { !$0.contains(UInt8(Self.limit)) } : folded
        let total = Double(max(counts.reduce(0, +), 1))
        var frequency = [Double](repeating: 0, count: letterCount)
        for (place, count) in counts.enumerated() {
            frequency[Int(codes[place + 1]) - 1] += Double(count) / total
        }
        self.frequency = frequency
        self.codes = codes
        rarest = UInt8((frequency.indices.min { frequency[$0] < frequency[$1] } ?? 0) + 1)
    }
}
