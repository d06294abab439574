/// How well one has to know words to solve a generated crossword.
public enum Difficulty: String, CaseIterable, Sendable {
    /// Words that everybody uses every day.
    case easy
    /// Now and then a word that one meets only in books.
    case medium
    /// Any word that most people have met.
    case hard

    /// What a puzzle of the day asks for: easiest on Monday, hard at the end of the week.
    ///
    /// - Parameter day: 0 is Monday, 6 is Sunday.
    public static func ofWeekday(_ day: Int) -> Difficulty {
        switch day {
        case 0: .easy
        case 1...3: .medium
        default: .hard
        }
    }

    /// No word is rarer than this level of a clue book, 1 commonest.
    var rarestLevel: Int {
        switch self {
        case .easy: 3
        case .medium, .hard: 5
        }
    }

    /// Words beyond this level are rare ones.
    var usualLevel: Int {
        switch self {
        case .easy: 2
        case .medium, .hard: 3
        }
    }

    /// So many words of a puzzle are rare ones at most.
    var mostRareWords: Int {
        switch self {
        case .medium: 2
        case .easy, .hard: 4
        }
    }

    /// How many quarters of the words each puzzle may use.
    var quartersKept: (usual: Int, rare: Int) {
        switch self {
        case .easy: (3, 2)
        case .medium: (3, 1)
        case .hard: (2, 3)
        }
    }
}
