/// Where the things come from that games are made of.
public protocol Library {
    /// The lexicons.
    var lexicons: Lexicons { get }
    /// What makes crosswords of the words of `lexicon`; nil when there are no clues for them.
    func generator(_ lexicon: String) -> PuzzleGenerator?
    /// The crossword that is kept under `id`, if there is one.
    func puzzle(_ id: String) -> Puzzle?
}
