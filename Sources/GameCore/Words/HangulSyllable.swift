/// A syllable of the Korean alphabet as the jamo that write it.
///
/// The syllables from U+AC00 are in the order of their leading consonants, vowels and trailing consonants
/// (The Unicode Standard, 3.12, Hangul Syllable Decomposition).
enum HangulSyllable {
    private static let first: UInt32 = 0xAC00
    private static let count: UInt32 = 11_172
    private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
    private static let tails = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

    /// The two or three jamo of `character`; nil for other characters than syllables.
    static func jamo(of character: Character) -> [Character]? {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
            (first..<first + count).contains(scalar.value)
        else { return nil }
        let place = Int(scalar.value - first)
        let (lead, rest) = place.quotientAndRemainder(dividingBy: vowels.count * (tails.count + 1))
        let (vowel, tail) = rest.quotientAndRemainder(dividingBy: tails.count + 1)
        return [leads[lead], vowels[vowel]] + (tail == 0 ? [] : [tails[tail - 1]])
    }
}
