/// The words of one length as numbers, with the set of those that have a letter at a place.
///
/// An alphabet may have more than 63 letters. The object owns the memory; `deinit` releases it.
final class WordIndex {
    let length: Int
    let count: Int
    /// The 64-bit units of a set of words: bit `n` is the word `n`.
    let width: Int
    /// The letters of each word, one word after the other.
    let codes: UnsafeMutablePointer<UInt16>
    private let masks: UnsafeMutablePointer<UInt64>
    /// For each place and letter the number of its mask; -1 if no word has the letter there.
    private let rows: [Int32]
    private let letters: Int

    /// Indexes `words`, which are different and have `length` codes below `letters`.
    init(_ words: [[UInt16]], length: Int, letters: Int) {
        (self.length, self.letters, count) = (length, letters, words.count)
        width = (words.count + 63) / 64
        codes = .allocate(capacity: max(1, words.count * length))
        var rows = [Int32](repeating: -1, count: length * letters)
        var used: Int32 = 0
        for (number, word) in words.enumerated() {
            for (place, letter) in word.enumerated() {
                codes[number * length + place] = letter
                guard rows[place * letters + Int(letter)] < 0 else { continue }
                rows[place * letters + Int(letter)] = used
                used += 1
            }
        }
        self.rows = rows
        masks = .allocate(capacity: max(1, Int(used) * width))
        masks.initialize(repeating: 0, count: Int(used) * width)
        for (number, word) in words.enumerated() {
            for (place, letter) in word.enumerated() {
                masks[Int(rows[place * letters + Int(letter)]) * width + number / 64] |=
                    1 << UInt64(number % 64)
            }
        }
    }

    deinit {
        codes.deallocate()
        masks.deallocate()
    }

    /// The words with `letter` at `place`, in ``width`` units; nil if there are none.
    @inline(__always)
    func mask(_ place: Int, _ letter: Int) -> UnsafeMutablePointer<UInt64>? {
        let row = rows[place &* letters &+ letter]
        return row < 0 ? nil : masks + Int(row) &* width
    }

    func word(_ number: Int) -> [UInt16] { (0..<length).map { codes[number * length + $0] } }
}
