import Dispatch
import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// Where thinking is done that takes longer than a turn of the loop may: on threads of its own, one question
/// after another.
///
/// Bots that people wait for have a thread and tables to themselves, so that nobody's analysis keeps them
/// waiting.
nonisolated final class BotDesk: Sendable {
    private let main: MainLoop
    private let bots = DispatchQueue(label: "bots")
    private let analysis = DispatchQueue(label: "analysis")
    private let players = Locked(Shelf(room: Settings.botsKept))
    private let analysts = Locked(Shelf(room: 1))
    /// One for each lexicon, of which there are as many as the host has named.
    private let solvers = Locked([(lexicon: Lexicon, solver: GuessSolver)]())
    private let waiting = Atomic(0)

    /// Answers on the loop of `main`.
    init(main: MainLoop) {
        self.main = main
    }

    /// Thinks of the move that was asked for; `done` hears nil when there is none.
    func think(_ asked: AwaitedMove, _ done: @escaping @MainActor (BotMove?) -> Void) {
        bots.async { [self] in
            let move = move(asked)
            main.enter { done(move) }
        }
    }

    private func move(_ asked: AwaitedMove) -> BotMove? {
        switch asked.task {
        case .square(let task):
            let bot = players.withLock { $0.bot(task.scorer, endsFree: task.endsFree) }
            return bot.move(task, level: asked.level, seed: asked.seed)
        case .guess(let rows, let lexicon, let isHard):
            let bot = GuessBot(solver(lexicon))
            let word = bot.guess(after: rows, level: asked.level, seed: asked.seed, isHard: isHard)
            return .guess(word?.compactMap(lexicon.alphabet.letter) ?? [])
        }
    }

    /// What finds hidden words of `lexicon`; making it takes a moment.
    func solver(_ lexicon: Lexicon) -> GuessSolver {
        solvers.withLock { solvers in
            if let known = solvers.first(where: { $0.lexicon === lexicon }) { return known.solver }
            let solver = GuessSolver(lexicon)
            solvers.append((lexicon, solver))
            return solver
        }
    }

    /// Answers a question of somebody's own with what `work` comes to.
    ///
    /// - Throws: `bots-busy` when too many wait already.
    func analyse<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer, _ done: @escaping @MainActor (Answer) -> Void
    ) throws(Problem) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Settings.analysesWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            throw .retryLater("bots-busy", "More questions wait to be thought about than fit.")
        }
        analysis.async { [self] in
            let answer = work()
            waiting.subtract(1, ordering: .relaxed)
            main.enter { done(answer) }
        }
    }

    /// The bot for a scoring, for analysis; making one takes a moment.
    func analyst(_ scorer: BoardScorer, endsFree: Bool) -> Bot {
        analysts.withLock { $0.bot(scorer, endsFree: endsFree) }
    }

    /// The bots that were used last: each has large tables.
    private struct Shelf {
        private struct Kind: Equatable {
            let fingerprint: UInt64
            let foldsAccents: Bool
            let scoring: Scoring
            let endsFree: Bool
        }

        let room: Int
        private var bots: [(kind: Kind, bot: Bot)] = []

        init(room: Int) {
            self.room = room
        }

        mutating func bot(_ scorer: BoardScorer, endsFree: Bool) -> Bot {
            let kind = Kind(
                fingerprint: scorer.lexicon.fingerprint, foldsAccents: scorer.lexicon.foldsAccents,
                scoring: scorer.scoring, endsFree: endsFree)
            let known = bots.firstIndex { $0.kind == kind }.map { bots.remove(at: $0) }
            let found = known ?? (kind, Bot(scorer, endsFree: endsFree))
            bots.append(found)
            if bots.count > room { bots.removeFirst() }
            return found.bot
        }
    }
}
