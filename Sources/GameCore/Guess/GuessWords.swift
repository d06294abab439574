/// The words that may be guessed, prepared once: a guess is known by its number.
struct GuessWords: Sendable {
    /// A letter that a word has more than once.
    struct Repeat: Sendable {
        let letter: UInt8
        let places: [Int]
    }

    /// The words, in order.
    let list: WordList
    /// The codes of all their letters, one after another.
    private let letters: [UInt8]
    /// One more than the highest code of a letter.
    let letterCount: Int
    /// The letters that each word has more than once.
    let repeats: [[Repeat]]

    /// The words of five letters of `lexicon`.
    init(_ lexicon: Lexicon) {
        list = lexicon.words(ofLength: CellIndex.side)
        letters = list.flatMap { $0 }
        letterCount = lexicon.alphabet.count + 1
        repeats = list.map { word in
            let word = Array(word)
            return word.indices.compactMap { place in
                let places = word.indices.filter { word[$0] == word[place] }
                guard places.count > 1, places.first == place else { return nil }
                return Repeat(letter: word[place], places: places)
            }
        }
    }

    /// How many there are.
    var count: Int { list.count }

    /// The letters of the word with this number.
    subscript(number: Int) -> ArraySlice<UInt8> { list[number] }
    /// The letter in one place of it.
    subscript(number: Int, place place: Int) -> Int { Int(letters[number * CellIndex.side + place]) }
}
