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
/// - Another node has committed to a game first: that game, and all games of its transactions, roll back; it merges
///   the events of the other node, and the commands are applied again.
/// - The lease of an entry has passed to another node: its game rolls back, and the caller is answered
///   `storeBusy`.
/// - The store does not answer in time: the callers are answered `outcomeUnknown`, and new commands are
///   refused until the store answers. The commit may still succeed; then it is announced.
///
/// Belongs to the main actor; the store writes on a thread of its own.
final class GroupCommit {
    /// A pending entry of one game.
    ///
    /// An object, because a copy of an entry costs more than its allocation.
    final class Part {
        let game: LiveGame
        let entry: JournalEntry
        /// Published after the commit.
        let announcement: Announcement?
        /// Called once with whether the entry was saved: after the announcement, or after the roll-back of
        /// the game.
        let finish: ((Bool) -> Void)?

        init(
            game: LiveGame, entry: JournalEntry, announcement: Announcement?, finish: ((Bool) -> Void)? = nil
        ) {
            (self.game, self.entry, self.announcement, self.finish) = (game, entry, announcement, finish)
        }

        /// Not isolated: every edit frees a part, and a hop to the main actor's executor costs more than the
        /// rest.
        nonisolated deinit {}
    }

    /// A pending transaction, which has one entry or several, and the caller that waits for it.
    private struct Step {
        let first: Part
        /// The entries of other games that the command causes, saved with it or not at all.
        let others: [Part]
        /// Applies the command again after another node has committed first.
        let retry: (() -> Void)?
        /// Nil once the caller has been answered `outcomeUnknown`.
        var answer: ((Problem?) -> Void)?

        var parts: [Part] { [first] + others }

        func concerns(_ game: LiveGame) -> Bool {
            first.game === game || others.contains { $0.game === game }
        }

        func concerns(_ games: some Collection<GameID>) -> Bool {
            games.contains(first.game.id) || others.contains { games.contains($0.game.id) }
        }
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
    /// - Parameters:
    ///   - entry: May be empty: then `answer` waits for the entries before it.
    ///   - announcement: Published after the commit, before `answer` is called.
    ///   - others: The entries of other games in the same transaction, which must be applied already.
    ///   - retry: Called in place of `answer` when another node has committed to one of the games first.
    ///   - answer: Called once, with nil after the commit, else with the problem.
    func append(
        _ entry: JournalEntry, announcing announcement: Announcement? = nil, of game: LiveGame,
        with others: [Part] = [], retry: (() -> Void)? = nil,
        _ answer: @escaping (Problem?) -> Void
    ) {
        let part = Part(game: game, entry: entry, announcement: announcement)
        append(part, with: others, retry: retry, answer)
    }

    /// Queues a transaction, as ``append(_:announcing:of:with:retry:_:)`` does.
    func append(
        _ first: Part, with others: [Part], retry: (() -> Void)? = nil, _ answer: @escaping (Problem?) -> Void
    ) {
        guard !first.entry.isEmpty || !others.isEmpty || isBusy else { return answer(nil) }
        let step = Step(first: first, others: others, retry: retry, answer: answer)
        count(step, 1)
        queued.append(step)
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
        let batch = Self.batch(of: steps)
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

    private static func batch(of steps: [Step]) -> EventBatch {
        var batch = EventBatch()
        batch.entries.reserveCapacity(steps.count)
        for step in steps {
            batch.entries.append(step.first.entry)
            guard !step.others.isEmpty else { continue }
            batch.entries += step.others.map(\.entry)
            batch.transactions.append(step.parts.map(\.game.id))
        }
        return batch
    }

    /// Announces and answers the steps of the commit.
    ///
    /// An answer may lead to the connection's next command at once. `committing` stays set until all answers
    /// are sent, so that such a command waits for the next commit and sees every announcement of this one.
    private func finish(_ result: AppendResult) {
        var steps = committing ?? []
        let failed = result.isComplete ? [] : removeFailed(from: &steps, result)
        isOverdue = false
        for step in steps { count(step, -1) }
        for step in failed { count(step, -1) }
        announce(steps)
        if !failed.isEmpty { rollBack(failed, result) }
        committing = nil
        if !queued.isEmpty { schedule() }
    }

    /// Removes the steps that were not committed, and the queued ones that build on them.
    private func removeFailed(from steps: inout [Step], _ result: AppendResult) -> [Step] {
        if result.failure != nil {
            defer { (steps, queued) = ([], []) }
            return steps + queued
        }
        var games = Set(result.rejections.keys)
        var failed = steps.filter { $0.concerns(games) }
        steps.removeAll { $0.concerns(games) }
        var others = queued.filter { $0.concerns(games) }
        // If a queued transaction fails, all queued steps of all of its games fail too.
        while !others.isEmpty {
            failed += others
            queued.removeAll { $0.concerns(games) }
            games.formUnion(others.flatMap(\.parts).map(\.game.id))
            others = queued.filter { $0.concerns(games) }
        }
        return failed
    }

    private func announce(_ steps: [Step]) {
        for step in steps {
            announce(step.first)
            for part in step.others { announce(part) }
            step.answer?(nil)
        }
    }

    private func announce(_ part: Part) {
        part.game.announce(part.entry, part.announcement)
        part.finish?(true)
    }

    private func rollBack(_ steps: [Step], _ result: AppendResult) {
        var games: [ObjectIdentifier: LiveGame] = [:]
        for part in steps.flatMap(\.parts) {
            games[ObjectIdentifier(part.game)] = part.game
            if let move = part.entry.move { part.game.forget(move) }
        }
        for game in games.values {
            game.rollBack()
            switch result.rejections[game.id] {
            case .overtaken(let news): game.mergeRemote(news)
            // The game may have ignored news while the transaction waited.
            case nil, .withheld, .fenced, .refused: game.bringUpToDate { _ in }
            }
        }
        for step in steps {
            for part in step.parts { part.finish?(false) }
            answerFailed(step, result)
        }
    }

    /// Whether a transaction of `game` with other games waits for the next commit.
    func hasQueuedTransaction(of game: LiveGame) -> Bool {
        queued.contains { !$0.others.isEmpty && $0.concerns(game) }
    }

    /// Removes the queued steps of `game`, because events of another node come before them.
    ///
    /// None of them may be a transaction with other games.
    ///
    /// - Returns: The retries of the steps whose callers still wait, in order.
    func withdrawSteps(of game: LiveGame) -> [() -> Void] {
        let isStale = { (step: Step) in step.first.game === game && step.retry != nil }
        let stale = queued.filter(isStale)
        guard !stale.isEmpty else { return [] }
        queued.removeAll(where: isStale)
        for step in stale {
            count(step, -1)
            if let move = step.first.entry.move { game.forget(move) }
        }
        return stale.filter { $0.answer != nil }.compactMap(\.retry)
    }

    /// Counts the pending entries of a step, which comes (1) or goes (-1).
    private func count(_ step: Step, _ sign: Int) {
        queueDepth += sign * step.first.entry.weight
        step.first.game.pendingEntries += sign
        for part in step.others {
            queueDepth += sign * part.entry.weight
            part.game.pendingEntries += sign
        }
    }

    private func answerFailed(_ step: Step, _ result: AppendResult) {
        guard let answer = step.answer else { return }
        let rejections = step.parts.map { result.rejections[$0.game.id] }
        if rejections.contains(.fenced) { return answer(.storeBusy) }
        let isRefused = rejections.contains { if case .refused = $0 { true } else { false } }
        if result.failure == nil, !isRefused, let retry = step.retry { return retry() }
        answer(.storeUnavailable)
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
