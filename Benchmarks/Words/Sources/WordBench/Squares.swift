import GameCore

/// Counts the boards whose ten lines are all words of five letters.
struct Squares {
    private let lexicon: Lexicon

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
    }

    func count() {
        var found = 0
        let time = ContinuousClock().measure { found = Fill(CodedBoard(), lexicon).count() }
        say("squares", Double(found))
        say("seconds", time.milliseconds / 1000)
    }
}
