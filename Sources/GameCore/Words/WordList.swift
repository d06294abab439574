/// Words of one length in codes, one after another, sorted.
public struct WordList: Sendable, RandomAccessCollection {
    /// Letters of each word.
    public let length: Int
    private let codes: [UInt8]

    /// A list of `words`, each of `length` codes.
    init(length: Int, _ words: some Sequence<[UInt8]>) {
        self.length = length
        codes = words.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }

    /// The first word's number.
    public var startIndex: Int { 0 }
    /// How many words there are.
    public var endIndex: Int { codes.count / length }
    /// The codes of the word with this number.
    public subscript(number: Int) -> ArraySlice<UInt8> { codes[number * length..<(number + 1) * length] }

    /// Bytes that it takes.
    var footprint: Int { codes.count }
}
