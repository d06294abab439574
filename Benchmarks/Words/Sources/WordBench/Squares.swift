import GameCore

/// Counts the boards whose ten lines are all five-letter words.
struct Squares {
    private let lexicon: Lexicon

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
    }

    func count() {
        var found = 0
        let time = ContinuousClock().measure { found = GridFiller(CodedBoard(), lexicon).count() }
        say("squares", Double(found))
        say("seconds", time.milliseconds / 1000)
    }
}
