import EventIO
import GameCore
import GameJSON
import GameStore

/// Append, then announce: commits the pending entries of all games together, then announces and answers them.
///
/// At the end of a turn of the loop, the entries that were appended during the turn go to the store as one
/// commit. One commit is under way at a time; entries that arrive during it form the next batch. What follows
/// depends on the outcome:
///
/// - The entries are committed: their games announce them, then the callers are answered.
/// - The commit fails: its entries and those queued behind it are discarded, their games roll back to the
///   committed state, and the callers are answered `storeUnavailable`.
/// - Another node has committed to a game first: that game rolls back, merges the events of the other node,
///   and applies its commands again.
/// - The lease of an entry has passed to another node: its game rolls back, and the caller is answered
///   `storeBusy`.
/// - The store does not answer in time: the callers are answered `outcomeUnknown`, and new commands are
///   refused until the store answers. The commit may still succeed; then it is announced.
///
/// Belongs to the main actor; the store writes on a thread of its own.
final class GroupCommit {
    /// A pending entry and the caller that waits for it.
    private struct Step {
        let game: LiveGame
        let entry: JournalEntry
        /// Published after the commit.
        let announcement: Announcement?
        /// Applies the command again after another node has committed first.
        let retry: (() -> Void)?
        /// Nil once the caller has been answered `outcomeUnknown`.
        var answer: ((Problem?) -> Void)?
    }

    private let store: any EventStore
    private let loop: MainLoop
    private let metrics: ServerMetrics
    private var queued: [Step] = []
    private var committing: [Step]?
    private var commitStarted = ContinuousClock.now
    private var isScheduled = false
    /// Whether the commit under way has taken longer than `StoreLimits.answerTimeout`.
    private var isOverdue = false {
        didSet { if isOverdue != oldValue, reportedFailure == nil { onFailureChange(failure) } }
    }
    private var watchdog: LoopTimer?
    /// The weight of all pending entries, in events: the queued ones and those of the commit under way.
    private(set) var queueDepth = 0
    /// The failure that the store reports, until it reports that it works again.
    private var reportedFailure: StoreFailure? {
        didSet { if reportedFailure != oldValue { onFailureChange(failure) } }
    }
    private let onFailureChange: (StoreFailure?) -> Void

    /// Commits to `store` at the end of each turn of `loop`.
    ///
    /// `onFailureChange` receives each ``failure``, and nil when the store works again.
    init(
        store: any EventStore, loop: MainLoop, metrics: ServerMetrics,
        onFailureChange: @escaping (StoreFailure?) -> Void
    ) {
        self.store = store
        self.loop = loop
        self.metrics = metrics
        self.onFailureChange = onFailureChange
        store.onFailureChange = { [weak self] failure in self?.reportedFailure = failure }
        watchdog = loop.timer(after: StoreLimits.answerTimeout / 4, repeating: true) { [weak self] in
            self?.timeOutOverdueCommit()
        }
    }

    /// The reason why nothing can be committed now; nil when the store works.
    var failure: StoreFailure? { reportedFailure ?? (isOverdue ? .unavailable : nil) }

    /// The refusal for new commands while the store fails or its queue is full; nil when they are accepted.
    var refusal: Problem? {
        if failure != nil { return .storeUnavailable }
        return queueDepth < Settings.storeQueueCapacity ? nil : .storeBusy
    }

    /// Whether a commit is under way or scheduled.
    var isBusy: Bool { isScheduled || committing != nil }

    /// Queues `entry` of `game` for the next commit.
    ///
    /// - Parameter entry: May be empty: then `answer` waits for the entries before it.
    /// - Parameter announcement: Published after the commit, before `answer` is called.
    /// - Parameter retry: Called in place of `answer` when another node has committed to the game first.
    /// - Parameter answer: Called once, with nil after the commit, else with the problem.
    func append(
        _ entry: JournalEntry, announcing announcement: Announcement? = nil, of game: LiveGame,
        retry: (() -> Void)? = nil,
        _ answer: @escaping (Problem?) -> Void
    ) {
        guard !entry.isEmpty || isBusy else { return answer(nil) }
        queueDepth += entry.weight
        game.pendingEntries += 1
        queued.append(
            Step(game: game, entry: entry, announcement: announcement, retry: retry, answer: answer))
        if !isBusy { schedule() }
    }

    private func schedule() {
        isScheduled = true
        loop.afterTurn { [weak self] in self?.commit() }
    }

    private func commit() {
        isScheduled = false
        let steps = queued
        queued = []
        committing = steps
        let batch = EventBatch(entries: steps.map(\.entry))
        guard !batch.isEmpty else { return finish(.saved) }
        commitStarted = .now
        store.append(batch) { [weak self] result in
            guard let self else { return }
            if result.failure == nil {
                metrics.recordCommit(batch.count, edits: batch.edits, in: ContinuousClock.now - commitStarted)
            }
            finish(result)
        }
    }

    /// Announces and answers the steps of the commit.
    ///
    /// An answer may lead to the connection's next command at once. `committing` stays set until all answers
    /// are sent, so that such a command waits for the next commit and sees every announcement of this one.
    private func finish(_ result: AppendResult) {
        var steps = committing ?? []
        let failed = result.isComplete ? [] : removeFailed(from: &steps, result)
        isOverdue = false
        uncount(steps)
        uncount(failed)
        announce(steps)
        if !failed.isEmpty { rollBack(failed, result) }
        committing = nil
        if !queued.isEmpty { schedule() }
    }

    /// Removes the steps that were not committed, here and from the queue: those build on the failed ones.
    private func removeFailed(from steps: inout [Step], _ result: AppendResult) -> [Step] {
        let isFailed = { (step: Step) in result.failure != nil || result.rejections[step.game.id] != nil }
        let failed = steps.filter(isFailed) + queued.filter(isFailed)
        steps.removeAll(where: isFailed)
        queued.removeAll(where: isFailed)
        return failed
    }

    private func announce(_ steps: [Step]) {
        for step in steps {
            step.game.announce(step.entry, step.announcement)
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
        for step in steps { answerFailed(step, result) }
    }

    /// Removes the queued steps of `game`, because events of another node come before them.
    ///
    /// - Returns: The retries of the steps whose callers still wait, in order.
    func withdrawSteps(of game: LiveGame) -> [() -> Void] {
        let isStale = { (step: Step) in step.game === game && step.retry != nil }
        let stale = queued.filter(isStale)
        guard !stale.isEmpty else { return [] }
        queued.removeAll(where: isStale)
        uncount(stale)
        for step in stale { if let move = step.entry.move { game.forget(move) } }
        return stale.filter { $0.answer != nil }.compactMap(\.retry)
    }

    private func uncount(_ steps: [Step]) {
        for step in steps {
            queueDepth -= step.entry.weight
            step.game.pendingEntries -= 1
        }
    }

    private func answerFailed(_ step: Step, _ result: AppendResult) {
        guard let answer = step.answer else { return }
        switch (result.rejections[step.game.id], step.retry) {
        case (.overtaken, let retry?): retry()
        case (.fenced, _): answer(.storeBusy)
        default: answer(.storeUnavailable)
        }
    }

    /// Answers `outcomeUnknown` to every waiting caller once the commit under way has taken too long.
    private func timeOutOverdueCommit() {
        let isLate = ContinuousClock.now - commitStarted > StoreLimits.answerTimeout
        guard committing != nil, isLate else { return }
        isOverdue = true
        let waiting = (committing ?? []) + queued
        for place in committing?.indices ?? 0..<0 { committing?[place].answer = nil }
        for place in queued.indices { queued[place].answer = nil }
        for step in waiting { step.answer?(.outcomeUnknown) }
    }
}
