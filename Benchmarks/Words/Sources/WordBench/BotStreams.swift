import GameCore

/// Plays the same 200 streams with each bot, and measures its scores and the CPU time of its moves.
struct BotStreams {
    private let lexicon: Lexicon
    private let scorer: BoardScorer

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        scorer = BoardScorer(lexicon, Scoring())
    }

    func play() {
        var bot: SquareBot?
        say("tables", processorTime { bot = SquareBot(scorer, hasFreeLast: false) })
        for level in BotLevel.allCases {
            play(level.rawValue) { letter, board, seed in
                bot?.placements(of: letter, BotQuery(board: board, level: level, seed: seed)).first?.cell
            }
        }
        let published = PublishedHeuristic(lexicon)
        play("published") { letter, board, _ in published.cell(for: letter, board) }
    }

    private func play(_ name: String, _ player: (UInt8, CodedBoard, UInt64) -> CellIndex?) {
        var (scores, times): ([Double], [Double]) = ([], [])
        for seed in UInt64(1)...200 {
            let boards = StreamGame(lexicon, seed: seed).boards { letter, board in
                var cell: CellIndex?
                times.append(processorTime { cell = player(letter, board, seed * 100) })
                return cell
            }
            scores.append(Double(boards.last.map(scorer.total) ?? 0))
        }
        let mean = scores.reduce(0, +) / Double(scores.count)
        let variance = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(scores.count - 1)
        times.sort()
        say("\(name)-mean", mean)
        say("\(name)-error", (variance / Double(scores.count)).squareRoot())
        say("\(name)-ms", times.reduce(0, +) / Double(times.count))
        say("\(name)-p99", times[times.count * 99 / 100])
        say("\(name)-max", times.last ?? 0)
    }
}
