/// The words that boards are filled with, and for each length the tree of all of them.
///
/// Made once for all boards that are filled with the same words.
struct FillWords: Sendable {
    /// The words by length, from two letters on.
    private let lists: [WordList]
    let tries: LineTries
    /// The root of the tree of each length, from two letters on.
    private let roots: [UInt32]
    /// A node where any letter goes: for cells that belong to no run.
    let anything: UInt32

    /// The words of `lists`, which are of 2 to 5 letters of `alphabet`, in this order.
    init(_ lists: [WordList], _ alphabet: Alphabet) {
        self.lists = lists
        var tries = LineTries()
        roots = lists.map { tries.add(Array($0)) }
        anything = tries.add(anyOf: alphabet.everything)
        self.tries = tries
    }

    /// The words of `length` letters.
    func words(ofLength length: Int) -> WordList { lists[length - 2] }

    /// The root of the tree of all words of `length` letters.
    func root(ofLength length: Int) -> UInt32 { roots[length - 2] }

    /// The node of the trees that has the last letter of `word`, which is one of the words.
    func end(of word: [UInt8]) -> Int { tries.end(of: word, root: root(ofLength: word.count)) }
}
