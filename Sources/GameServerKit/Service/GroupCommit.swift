import EventIO
import GameCore
import GameJSON
import GameStore

/// Append, then announce: gathers what a turn of the loop produced for all games, saves it in one commit, and
/// only then shows it and lets the answers go.
///
/// While a commit is on its way the next batch gathers; there is one commit at a time, so order is kept.
final class GroupCommit {
    /// Something to be saved, and who waits for it.
    private struct Step {
        let game: LiveGame
        let entry: JournalEntry
        /// What is told to everybody when it is saved.
        let news: Announcement?
        /// Does it anew, on top of what others have saved meanwhile.
        let again: (() -> Void)?
        var answer: ((Problem?) -> Void)?
    }

    private let store: any EventStore
    private let loop: MainLoop
    private let metrics: ServerMetrics
    private var gathering: [Step] = []
    private var committing: [Step]?
    private var commitStarted = ContinuousClock.now
    private var isScheduled = false
    private var isOverdue = false
    private var watch: LoopTimer?
    /// Events and moves that wait, in this batch and the one under way.
    private(set) var queueDepth = 0
    /// Why the store cannot save, as it says itself.
    private var trouble: StoreFailure?

    /// Commits to `store` at the end of the turns of `loop`; `told` hears of the store's troubles.
    init(
        store: any EventStore, loop: MainLoop, metrics: ServerMetrics,
        told: @escaping (StoreFailure?) -> Void
    ) {
        self.store = store
        self.loop = loop
        self.metrics = metrics
        store.onTrouble = { [weak self] trouble in
            self?.trouble = trouble
            told(trouble)
        }
        watch = loop.timer(after: StoreLimits.patience / 4, repeating: true) { [weak self] in
            self?.lookAtCommit()
        }
    }

    /// Why nothing can be saved now; nil when all is well.
    var failure: StoreFailure? { trouble ?? (isOverdue ? .silent : nil) }

    /// Why no more commands are taken now; nil when they are.
    var refusal: Problem? {
        if failure != nil { return .storeUnavailable }
        return queueDepth < Settings.storeQueue ? nil : .storeBusy
    }

    /// Whether a commit is under way or about to be.
    var isBusy: Bool { isScheduled || committing != nil }

    /// Saves `entry` of `game`, announces `news` and calls `answer` with nil, or with why not.
    ///
    /// When there is nothing to save `answer` still waits for what was applied before it. When another
    /// server was quicker in this game, `again` is called instead.
    func append(
        _ entry: JournalEntry, announcing news: Announcement? = nil, of game: LiveGame,
        orElse again: (() -> Void)? = nil,
        _ answer: @escaping (Problem?) -> Void
    ) {
        guard !entry.isEmpty || isBusy else { return answer(nil) }
        queueDepth += entry.weight
        game.unsaved += 1
        gathering.append(Step(game: game, entry: entry, news: news, again: again, answer: answer))
        if !isBusy { schedule() }
    }

    private func schedule() {
        isScheduled = true
        loop.afterTurn { [weak self] in self?.commit() }
    }

    private func commit() {
        isScheduled = false
        let steps = gathering
        gathering = []
        committing = steps
        let batch = EventBatch(entries: steps.map(\.entry))
        guard !batch.isEmpty else { return finish(.saved) }
        commitStarted = .now
        store.append(batch) { [weak self] result in
            guard let self else { return }
            if result.failure == nil {
                metrics.committed(batch.count, edits: batch.edits, in: ContinuousClock.now - commitStarted)
            }
            finish(result)
        }
    }

    /// Lets the answers go.
    ///
    /// An answer may bring the next command of its connection at once: until all are out it gathers for the
    /// next commit, so that nobody is ahead of what has been announced.
    private func finish(_ result: AppendResult) {
        var steps = committing ?? []
        let lost = result.isWhole ? [] : removeLost(from: &steps, result)
        isOverdue = false
        discount(steps)
        discount(lost)
        announce(steps)
        if !lost.isEmpty { rollBack(lost, result) }
        committing = nil
        if !gathering.isEmpty { schedule() }
    }

    /// What was not saved, and what was applied on top of it.
    private func removeLost(from steps: inout [Step], _ result: AppendResult) -> [Step] {
        let isLost = { (step: Step) in result.failure != nil || result.rejections[step.game.id] != nil }
        let lost = steps.filter(isLost) + gathering.filter(isLost)
        steps.removeAll(where: isLost)
        gathering.removeAll(where: isLost)
        return lost
    }

    private func announce(_ steps: [Step]) {
        for step in steps {
            step.game.announce(step.entry, step.news)
            step.answer?(nil)
        }
    }

    private func rollBack(_ steps: [Step], _ result: AppendResult) {
        var games: [ObjectIdentifier: LiveGame] = [:]
        for step in steps {
            games[ObjectIdentifier(step.game)] = step.game
            if let move = step.entry.move { step.game.forget(move) }
        }
        for game in games.values {
            game.rollBack()
            if case .overtaken(let news) = result.rejections[game.id] { game.mergeRemote(news) }
        }
        for step in steps { settle(step, result) }
    }

    /// Withdraws what gathers for `game`, for others were quicker.
    ///
    /// - Returns: what does it anew, in order.
    func withdraw(from game: LiveGame) -> [() -> Void] {
        let isStale = { (step: Step) in step.game === game && step.again != nil }
        let stale = gathering.filter(isStale)
        guard !stale.isEmpty else { return [] }
        gathering.removeAll(where: isStale)
        discount(stale)
        for step in stale { if let move = step.entry.move { game.forget(move) } }
        return stale.filter { $0.answer != nil }.compactMap(\.again)
    }

    /// They wait no more.
    private func discount(_ steps: [Step]) {
        for step in steps {
            queueDepth -= step.entry.weight
            step.game.unsaved -= 1
        }
    }

    /// Tells who waits, unless that was told already that the outcome is unknown.
    private func settle(_ step: Step, _ result: AppendResult) {
        guard let answer = step.answer else { return }
        switch (result.rejections[step.game.id], step.again) {
        case (.overtaken, let again?): again()
        case (.fenced, _): answer(.storeBusy)
        default: answer(.storeUnavailable)
        }
    }

    /// Nobody waits for ever: when the store takes too long the outcome is told as unknown, which it is.
    private func lookAtCommit() {
        guard committing != nil, ContinuousClock.now - commitStarted > StoreLimits.patience else { return }
        isOverdue = true
        let waiting = (committing ?? []) + gathering
        for place in committing?.indices ?? 0..<0 { committing?[place].answer = nil }
        for place in gathering.indices { gathering[place].answer = nil }
        for step in waiting { step.answer?(.outcomeUnknown) }
    }
}
