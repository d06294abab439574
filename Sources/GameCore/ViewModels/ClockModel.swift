/// A model of elapsed time.
///
/// It has no clock of its own: it tells the time that it is told.
public final class ClockModel {
    /// One reading of a clock.
    public struct Reading: Equatable, Sendable {
        /// The time that has run.
        public let elapsed: Duration
        /// Whether it runs on.
        public let isRunning: Bool
    }

    /// The present reading; whoever shows the clock binds to it.
    public let reading: Observable<Reading>
    private var started: Timestamp
    private var held: Timestamp?
    private var stopped: Timestamp?

    /// A clock that runs from `started`.
    public init(started: Timestamp) {
        self.started = started
        reading = Observable(Reading(elapsed: .zero, isRunning: true))
    }

    /// Counts from `moment`, in a game that has waited for its players until then.
    public func start(at moment: Timestamp) {
        guard moment != started else { return }
        started = moment
        reading.value = Reading(elapsed: .zero, isRunning: isRunning)
    }

    /// Stands still at `moment`; with nil it goes on.
    public func hold(at moment: Timestamp?) {
        guard moment != held else { return }
        held = moment
        reading.value = Reading(elapsed: reading.value.elapsed, isRunning: isRunning)
        moment.map(tell)
    }

    private var isRunning: Bool { held == nil && stopped == nil }

    /// Tells the clock what time it is.
    ///
    /// Time that goes backwards is not believed.
    public func tell(_ now: Timestamp) {
        let elapsed = max((stopped ?? held ?? now) - started, .zero)
        let new = Reading(
            elapsed: max(elapsed, isRunning ? reading.value.elapsed : .zero), isRunning: isRunning)
        if new != reading.value { reading.value = new }
    }

    /// Stops the clock for good at `moment`; harmless when it has stopped.
    public func stop(at moment: Timestamp) {
        guard stopped == nil else { return }
        stopped = moment
        tell(moment)
    }
}
