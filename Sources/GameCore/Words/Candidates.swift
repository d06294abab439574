/// The letters with which a board can still become one whose ten lines are all words of five letters.
extension Lexicon {
    /// For each cell that is empty: the letters with which its whole row and its whole column can each still
    /// be completed to a word of five letters, as a set with bit `code`; 0 for cells that are not empty.
    ///
    /// - Complexity: ten look-ups; under half a microsecond.
    public func candidates(_ board: CodedBoard) -> [UInt64] {
        var sets = [UInt64](repeating: 0, count: CellIndex.count)
        candidates(board, &sets)
        return sets
    }

    /// The same into `sets`, which has 25 places.
    public func candidates(_ board: CodedBoard, _ sets: inout [UInt64]) {
        guard board.codes.count == CellIndex.count, sets.count == CellIndex.count else { return }
        board.codes.withUnsafeBufferPointer { codes in
            sets.withUnsafeMutableBufferPointer { sets in
                patterns.withSets { Self.restrict(sets, codes, $0) }
            }
        }
    }

    @inline(__always)
    private static func restrict(
        _ sets: UnsafeMutableBufferPointer<UInt64>, _ codes: UnsafeBufferPointer<UInt8>,
        _ table: PatternTable.Sets
    ) {
        for place in sets.indices { sets[place] = codes[place] == 0 ? ~0 : 0 }
        for line in 0..<CellIndex.side {
            restrict(sets, codes, table, line * CellIndex.side, 1)
            restrict(sets, codes, table, line, CellIndex.side)
        }
    }

    /// Leaves in each hole of the line only the letters that fit there.
    @inline(__always)
    private static func restrict(
        _ sets: UnsafeMutableBufferPointer<UInt64>, _ codes: UnsafeBufferPointer<UInt8>,
        _ table: PatternTable.Sets, _ first: Int, _ step: Int
    ) {
        var (key, all): (UInt32, UInt8) = (0, 0)
        for place in 0..<CellIndex.side {
            all |= codes[first &+ place &* step]
            key |= UInt32(codes[first &+ place &* step] & 0x3F) &<< UInt32(place &* 6)
        }
        // Only what is no letter of words has the highest bit; its line cannot become one.
        var found = all & 0x80 == 0 ? table.find(key) : -1
        for place in 0..<CellIndex.side where codes[first + place * step] == 0 {
            sets[first + place * step] &= found < 0 ? 0 : table[found]
            found += found < 0 ? 0 : 1
        }
    }
}

/// The beginnings of the words that fit a run of cells, as trees.
///
/// A node has the letters that go on from a beginning. Many trees share two arrays. The children of a node
/// stand together in the order of their letters, so the child for a letter is found by counting the letters
/// before it (as in a hash array mapped trie: Bagwell, Ideal Hash Trees, 2001).
struct LineTries: Sendable {
    /// The letters that go on from each node: bit `code`.
    private(set) var letters: [UInt64] = []
    /// The first child of each node.
    private(set) var children: [UInt32] = []
    /// The nodes that have the last letters of words, for each tree.
    private var ends: [Range<Int>] = []

    /// Bytes that they take.
    var footprint: Int { letters.count * 12 }

    /// The nodes, for reading in a hurry; valid only inside of the closure that gets them.
    struct Nodes {
        fileprivate let letters: UnsafeBufferPointer<UInt64>
        fileprivate let children: UnsafeBufferPointer<UInt32>

        /// The letters that go on from both nodes.
        @inline(__always)
        func letters(_ across: UInt32, _ down: UInt32) -> UInt64 {
            letters[Int(across)] & letters[Int(down)]
        }

        /// The child of `node` for the letter `bit`, which goes on there.
        @inline(__always)
        func child(_ node: UInt32, _ bit: UInt64) -> UInt32 {
            let before = (letters[Int(node)] & (bit &- 1)).nonzeroBitCount
            return children[Int(node)] &+ UInt32(truncatingIfNeeded: before)
        }
    }

    /// Lends the nodes to `work`.
    func withNodes<Result>(_ work: (Nodes) -> Result) -> Result {
        letters.withUnsafeBufferPointer { letters in
            children.withUnsafeBufferPointer { work(Nodes(letters: letters, children: $0)) }
        }
    }

    /// Adds a node where any of `all` goes, and after which nothing follows.
    mutating func add(anyOf all: UInt64) -> UInt32 {
        letters.append(all)
        children.append(0)
        return UInt32(letters.count - 1)
    }

    /// Adds the tree of `words`, which are sorted and of the same length.
    ///
    /// - Returns: its root; a root without letters when there are no words.
    mutating func add(_ words: [ArraySlice<UInt8>]) -> UInt32 {
        letters.append(0)
        children.append(0)
        let root = UInt32(letters.count - 1)
        var last = Int(root)..<Int(root) + 1
        // The nodes of one depth, each with its words.
        var level = [(node: Int(root), words: words[...])]
        for depth in 0..<(words.first?.count ?? 0) {
            level = level.flatMap { node, words in grow(node, words, depth) }
            if let first = level.first { last = first.node..<letters.count }
        }
        ends.append(last)
        return root
    }

    /// The node that has the last letter of `word`, which is a word of the tree with this `root`.
    func end(of word: [UInt8], root: UInt32) -> Int {
        withNodes { nodes in
            Int(word.dropLast().reduce(root) { node, letter in nodes.child(node, 1 << UInt64(letter)) })
        }
    }

    /// Takes away the words whose last letters are not in what `kept` says for their node.
    mutating func keepWords(_ kept: (Int) -> UInt64) {
        for node in ends.joined() { letters[node] &= kept(node) }
    }

    /// Gives `node` its letters and children.
    private mutating func grow(
        _ node: Int, _ words: ArraySlice<ArraySlice<UInt8>>, _ depth: Int
    ) -> [(node: Int, words: ArraySlice<ArraySlice<UInt8>>)] {
        let isLast = depth == words[words.startIndex].count - 1
        children[node] = UInt32(letters.count)
        var grown: [(node: Int, words: ArraySlice<ArraySlice<UInt8>>)] = []
        var start = words.startIndex
        while start < words.endIndex {
            let letter = words[start][words[start].startIndex + depth]
            let end = words[start...].firstIndex { $0[$0.startIndex + depth] != letter } ?? words.endIndex
            letters[node] |= 1 << UInt64(letter)
            if !isLast {
                letters.append(0)
                children.append(0)
                grown.append((letters.count - 1, words[start..<end]))
            }
            start = end
        }
        return grown
    }
}
