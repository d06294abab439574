import EventIO
import GameCore

/// Append, then announce: gathers what a turn of the loop produced for all games, saves it in one commit, and
/// only then shows it and lets the answers go.
///
/// While a commit is on its way the next batch gathers; there is one commit at a time, so order is kept.
final class GroupCommit {
    /// What waits for one commit.
    private struct Gathering {
        var batch = EventBatch()
        var steps: [Step] = []
    }

    private struct Step {
        let game: LiveGame
        let events: [GameEvent]
        let answer: (Problem?) -> Void
    }

    private let store: any EventStore
    private let loop: MainLoop
    private let metrics: ServerMetrics
    private let failed: (StoreFailure) -> Void
    private var gathering = Gathering()
    private var committing: [Step]?
    private var isScheduled = false
    /// Events that wait, in this batch and the one under way.
    private(set) var queueDepth = 0
    private(set) var lastFailure: StoreFailure?

    /// Commits to `store` at the end of the turns of `loop`; `failed` hears of every batch that was lost.
    init(
        store: any EventStore, loop: MainLoop, metrics: ServerMetrics,
        failed: @escaping (StoreFailure) -> Void
    ) {
        self.store = store
        self.loop = loop
        self.metrics = metrics
        self.failed = failed
    }

    /// Whether one more command may be applied.
    var hasRoom: Bool { queueDepth < Settings.storeQueue }

    /// Saves a new game before anybody hears of it.
    func append(_ setup: GameSetup, of game: LiveGame, _ answer: @escaping (Problem?) -> Void) {
        gathering.batch.setups.append(setup)
        add(Step(game: game, events: [], answer: answer))
    }

    /// Saves `events`, then announces them and calls `answer` with nil, or with why not.
    ///
    /// Without events `answer` still waits for what was applied before it.
    func append(_ events: [GameEvent], of game: LiveGame, _ answer: @escaping (Problem?) -> Void) {
        guard !events.isEmpty || isScheduled || committing != nil else { return answer(nil) }
        for event in events { gathering.batch.events.append((game.id, event)) }
        queueDepth += events.count
        add(Step(game: game, events: events, answer: answer))
    }

    private func add(_ step: Step) {
        gathering.steps.append(step)
        if !isScheduled, committing == nil { schedule() }
    }

    private func schedule() {
        isScheduled = true
        loop.afterTurn { [weak self] in self?.commit() }
    }

    private func commit() {
        isScheduled = false
        let now = gathering
        gathering = Gathering()
        committing = now.steps
        guard !now.batch.isEmpty else { return finish(now.steps, failure: nil) }
        let started = ContinuousClock.now
        store.append(now.batch) { [weak self] failure in
            if failure == nil {
                self?.metrics.committed(
                    now.batch.events.count, edits: now.batch.edits, in: ContinuousClock.now - started)
            }
            self?.committed(failure)
        }
    }

    private func committed(_ failure: StoreFailure?) {
        var steps = committing ?? []
        lastFailure = failure
        if let failure {
            failed(failure)
            // What was applied on top of the lost batch is lost with it.
            steps += gathering.steps
            gathering = Gathering()
        }
        finish(steps, failure: failure)
    }

    /// Lets the answers go.
    ///
    /// An answer may bring the next command of its connection at once: until all are out it gathers for the
    /// next commit, so that nobody is ahead of what has been announced.
    private func finish(_ steps: [Step], failure: StoreFailure?) {
        queueDepth -= steps.reduce(0) { $0 + $1.events.count }
        release(steps, failure: failure)
        committing = nil
        if !gathering.steps.isEmpty { schedule() }
    }

    private func release(_ steps: [Step], failure: StoreFailure?) {
        if failure != nil {
            var reloaded: Set<ObjectIdentifier> = []
            for step in steps where reloaded.insert(ObjectIdentifier(step.game)).inserted {
                reload(step.game)
            }
        }
        let problem = failure.map { _ in Problem.storeUnavailable }
        for step in steps {
            if problem == nil, !step.events.isEmpty { step.game.announce(step.events) }
            step.answer(problem)
        }
    }

    private func reload(_ game: LiveGame) {
        game.reload(store.events(of: game.id, after: .zero, limit: .max))
    }
}
