/// The letters for which a solver needs keys.
extension Puzzle {
    /// The letters of a keyboard for this puzzle; nil if A to Z are enough, and empty if they are too many.
    ///
    /// Keys for plain letters stand for accented ones. Of an alphabet all letters are listed, and of digits
    /// all ten, so that they tell nothing more about the answers.
    public var keys: [Letter]? {
        let text = cells.compactMap { $0?.answer.text }.joined()
        let digits = text.contains(where: \.isDigit) ? (0...9).compactMap { Letter(entry: String($0)) } : []
        let used = Set(text.compactMap { Letter(String($0))?.withoutAccents })
        let known = Self.alphabets.filter { !used.isDisjoint(with: $0) }
        let others = used.subtracting(known.joined())
        guard others.allSatisfy(\.hasCase) else { return [] }
        guard !others.isEmpty || !digits.isEmpty || known != [Self.alphabets[0]] else { return nil }
        return known.joined() + others.sorted { $0.text < $1.text } + digits
    }

    /// Whether `entry` may stand in a cell: it is an answer, or its letters have keys, perhaps without their accents.
    ///
    /// Of a script without capitals, all letters may. Digits are a matter of the cell.
    func accepts(_ entry: Letter) -> Bool {
        if cells.contains(where: { $0?.answer == entry }) { return true }
        let keys = keys ?? Self.alphabets[0]
        return entry.text.allSatisfy { character in
            guard let letter = Letter(String(character))?.withoutAccents else { return character.isDigit }
            return keys.isEmpty ? !letter.hasCase : keys.contains(letter)
        }
    }

    /// The letters of Latin, Greek, Cyrillic, Hebrew and Arabic.
    private static let alphabets: [[Letter]] = [
        [0x41...0x5A], [0x391...0x3A9], [0x401...0x401, 0x410...0x42F], [0x5D0...0x5EA],
        [0x621...0x63A, 0x641...0x64A],
    ].map { (blocks: [ClosedRange<UInt32>]) in
        blocks.joined().compactMap(Unicode.Scalar.init).compactMap { Letter(String($0)) }
    }
}

extension Letter {
    /// Whether its script has capitals; scripts without them, such as Hangul, have more letters than keys.
    fileprivate var hasCase: Bool { text.unicodeScalars.first?.properties.isCased ?? false }
}
