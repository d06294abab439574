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
