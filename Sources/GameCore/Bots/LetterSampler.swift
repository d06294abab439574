/// Draws letter codes by frequency in constant time (alias method, Vose 1991).
struct LetterSampler: Sendable {
    /// Probability of each letter, index code - 1.
    let frequency: [Double]
    private let threshold: [UInt32]
    private let alias: [UInt8]

    init(frequency: [Double]) {
        let count = frequency.count
        var share = frequency.map { $0 * Double(count) }
        var small = share.indices.filter { share[$0] < 1 }, large = share.indices.filter { share[$0] >= 1 }
        var threshold = [UInt32](repeating: .max, count: count), alias = (0..<count).map { UInt8($0 + 1) }
        while let poor = small.popLast(), let rich = large.last {
            threshold[poor] = UInt32(min(max(share[poor], 0), 1) * 4_294_967_295)
            alias[poor] = UInt8(rich + 1)
            share[rich] -= 1 - share[poor]
            if share[rich] < 1 { small.append(large.removeLast()) }
        }
        self.frequency = frequency
        self.threshold = threshold
        self.alias = alias
    }

    @inline(__always)
    func draw(_ random: inout SeededGenerator) -> UInt8 {
        let bits = random.next()
        let slot = Int(((bits >> 32) &* UInt64(alias.count)) >> 32)
        return UInt32(truncatingIfNeeded: bits) < threshold[slot] ? UInt8(slot + 1) : alias[slot]
    }

    /// `count` streams of `length` letters, one after the other; the first letters are spread evenly over the
    /// distribution (systematic sampling), which takes the noise of the next letter out of a mean.
    func streams(_ count: Int, length: Int, random: inout SeededGenerator) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(count * length)
        let phase = random.unit()
        var code = 0, reached = frequency.first ?? 1
        for stream in 0..<count {
            let mark = (Double(stream) + phase) / Double(count)
            while mark >= reached, code + 1 < frequency.count {
                code += 1
                reached += frequency[code]
            }
            letters.append(UInt8(code + 1))
            for _ in 1..<max(length, 1) { letters.append(draw(&random)) }
        }
        return letters
    }
}
