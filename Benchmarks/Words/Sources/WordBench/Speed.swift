import GameCore

/// Measures the times to score a board, to find candidates and to fill a board.
struct Speed {
    private let lexicon: Lexicon
    private let scorer: BoardScorer
    /// Boards from games of a bot: full boards, and boards with 0 to 24 letters.
    private let full: [CodedBoard]
    private let partial: [CodedBoard]

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        scorer = BoardScorer(lexicon, Scoring())
        let bot = SquareBot(scorer, hasFreeLast: false)
        var (full, partial): ([CodedBoard], [CodedBoard]) = ([], [])
        for seed in UInt64(0)..<100 {
            let game = StreamGame(lexicon, seed: seed)
            let boards = game.boards { letter, board in
                bot.placements(of: letter, BotQuery(board: board, level: .medium, seed: seed)).first?.cell
            }
            partial += boards.dropLast()
            full += boards.suffix(1)
        }
        self.full = full
        self.partial = partial
    }

    func measure() {
        var total = 0
        say("score", perCall(200_000) { total &+= scorer.total(full[$0 % full.count]) })
        let finder = CandidateFinder(lexicon)
        var sets = [UInt64](repeating: 0, count: CellIndex.count)
        say(
            "candidates",
            perCall(200_000) {
                finder.findCandidates(partial[$0 % partial.count], into: &sets)
                total &+= Int(truncatingIfNeeded: sets[12])
            })
        let fills = (0..<200).map { seed in
            let options = GridFiller.Options(limit: 1, isDistinct: true, seed: UInt64(seed))
            let time = ContinuousClock().measure {
                total &+= GridFiller(CodedBoard(), lexicon).find(options, shouldStop: { false }).boards.count
            }
            return time.milliseconds
        }.sorted()
        say("fill", fills[100])
        say("fill-p99", fills[197])
        say("sum", Double(total))
    }

    /// The nanoseconds per call in the best of five runs, which excludes other work on the machine.
    private func perCall(_ count: Int, _ work: (Int) -> Void) -> Double {
        let runs = (0..<5).map { _ in ContinuousClock().measure { for number in 0..<count { work(number) } } }
        return (runs.min() ?? .zero).nanoseconds / Double(count)
    }
}
