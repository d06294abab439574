/// Random numbers that are the same everywhere for the same seed: SplitMix64 (Steele, Lea, Flood: Fast
/// Splittable Pseudorandom Number Generators, OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Numbers from `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A fraction from 0 up to, but not, 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number from 0 up to, but not, `bound`, which is 1 or more; the same in every version of Swift.
    public mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(max(bound, 1))).high)
    }
}
