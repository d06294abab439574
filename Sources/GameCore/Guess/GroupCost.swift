/// How many guesses it takes to find each answer of a group, all of them together, before anybody looks
/// closer.
///
/// In units of a guess, so that sums are exact and ties are ties.
struct GroupCost: Sendable {
    /// One guess.
    static let unit = 1024
    /// What an answer costs that is not found in time: more than any average can make up for.
    static let lost = 100 * unit

    /// What a group of 0, 1, 2 … answers costs.
    let costs: [Int]
    /// What one more answer adds to it.
    let growth: [Int]

    /// What groups of up to `most` answers cost with so many rows left: exactly with none and one, else on
    /// average.
    init(rows: Int, most: Int) {
        costs = (0...most).map { size in
            switch (rows, size) {
            case (_, 0): 0
            case (...0, _): size * Self.lost
            case (1, _): Self.unit + (size - 1) * Self.lost
            default: size < 3 ? Self.least(size) : size * Self.average(size)
            }
        }
        growth = zip(costs, costs.dropFirst()).map { $1 - $0 }
    }

    /// What `size` answers cost at least: one is found at once, the others at the second try.
    static func least(_ size: Int) -> Int { (2 * size - 1) * unit }

    /// Guesses for one of `size` answers: 1.45 and 0.184 for every doubling, as counted over the groups that
    /// arise when English words are played; the logarithm is a straight line between powers of two.
    private static func average(_ size: Int) -> Int {
        let doublings = Int.bitWidth - 1 - size.leadingZeroBitCount
        let power = 1 << doublings
        return 1485 + (188 * doublings * power + 188 * (size - power)) / power
    }
}
