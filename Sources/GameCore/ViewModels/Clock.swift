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

/// A clock as people read it, in the closure style: one `didChange`, called whenever the shown second
/// changes.
public final class ClockViewModel {
    /// Called after `seconds` or `isRunning` have changed.
    public var didChange: ((ClockViewModel) -> Void)?
    /// Whole seconds.
    public private(set) var seconds: Int64 = 0
    /// Whether the clock runs.
    public private(set) var isRunning = true
    private var binding: Subscription?

    /// A view of `model`.
    public init(_ model: ClockModel) {
        binding = model.reading.bind { [weak self] in self?.show($0) }
    }

    /// `m:ss`, or `h:mm:ss` from one hour on.
    public var text: String { ClockText.text(seconds: seconds) }

    private func show(_ reading: ClockModel.Reading) {
        let seconds = reading.elapsed.components.seconds
        guard seconds != self.seconds || reading.isRunning != isRunning else { return }
        (self.seconds, isRunning) = (seconds, reading.isRunning)
        didChange?(self)
    }
}

/// A clock as people read it, in the observable style: any number of listeners bind to `face`.
public final class ObservableClockViewModel {
    /// What the clock's face shows.
    public struct Face: Equatable, Sendable {
        /// The time that has run, to the millisecond.
        public let elapsed: Duration
        /// Whether the clock runs.
        public let isRunning: Bool
        /// `m:ss`, or `h:mm:ss` from one hour on.
        public var text: String { ClockText.text(seconds: elapsed.components.seconds) }
    }

    /// The face.
    public let face: Observable<Face>
    private var binding: Subscription?

    /// A view of `model`.
    public init(_ model: ClockModel) {
        let now = model.reading.value
        face = Observable(Face(elapsed: now.elapsed, isRunning: now.isRunning))
        binding = model.reading.bind { [weak self] reading in
            self?.face.value = Face(elapsed: reading.elapsed, isRunning: reading.isRunning)
        }
    }
}

/// How both views write a time.
private enum ClockText {
    static func text(seconds: Int64) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        guard hours > 0 else { return "\(minutes):\(padded(rest))" }
        return "\(hours):\(padded(minutes)):\(padded(rest))"
    }

    private static func padded(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
