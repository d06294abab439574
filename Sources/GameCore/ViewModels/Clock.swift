/// A model of elapsed time.
///
/// It does not read a clock: ``advance(to:)`` supplies the time.
public final class ClockModel {
    /// A reading of the clock.
    public struct Reading: Equatable, Sendable {
        /// The elapsed time.
        public let elapsed: Duration
        /// Whether the clock runs.
        public let isRunning: Bool
    }

    /// The current reading, for views to observe.
    public let reading: Observable<Reading>
    private var started: Timestamp
    private var paused: Timestamp?
    private var stopped: Timestamp?

    /// Creates a clock that runs from `started`.
    public init(started: Timestamp) {
        self.started = started
        reading = Observable(Reading(elapsed: .zero, isRunning: true))
    }

    /// Restarts the clock from `moment`, such as the start of a game that has waited for its players.
    public func start(at moment: Timestamp) {
        guard moment != started else { return }
        started = moment
        reading.value = Reading(elapsed: .zero, isRunning: isRunning)
    }

    /// Pauses the clock at `moment`; nil resumes it.
    ///
    /// After the pause, its length counts as elapsed. To leave it out, the caller starts the clock later by
    /// as much: see ``start(at:)``.
    public func setPaused(at moment: Timestamp?) {
        guard moment != paused else { return }
        paused = moment
        reading.value = Reading(elapsed: reading.value.elapsed, isRunning: isRunning)
        moment.map(advance)
    }

    private var isRunning: Bool { paused == nil && stopped == nil }

    /// Sets the current time; a running clock does not go backwards.
    public func advance(to now: Timestamp) {
        let elapsed = max((stopped ?? paused ?? now) - started, .zero)
        let new = Reading(
            elapsed: max(elapsed, isRunning ? reading.value.elapsed : .zero), isRunning: isRunning)
        if new != reading.value { reading.value = new }
    }

    /// Stops the clock for good at `moment`; no effect if it has stopped.
    public func stop(at moment: Timestamp) {
        guard stopped == nil else { return }
        stopped = moment
        advance(to: moment)
    }
}

/// A clock display in whole seconds with one `didChange` closure.
public final class ClockViewModel {
    /// Called after `seconds` or `isRunning` has changed.
    public var didChange: ((ClockViewModel) -> Void)?
    /// The elapsed time in whole seconds.
    public private(set) var seconds: Int64 = 0
    /// Whether the clock runs.
    public private(set) var isRunning = true
    private var binding: Subscription?

    /// Creates a display of `model`.
    public init(_ model: ClockModel) {
        binding = model.reading.bind { [weak self] in self?.show($0) }
    }

    /// The time as `m:ss`, or `h:mm:ss` from one hour on.
    public var text: String { ClockText.text(seconds: seconds) }

    private func show(_ reading: ClockModel.Reading) {
        let seconds = reading.elapsed.components.seconds
        guard seconds != self.seconds || reading.isRunning != isRunning else { return }
        (self.seconds, isRunning) = (seconds, reading.isRunning)
        didChange?(self)
    }
}

/// A clock display that any number of listeners can observe.
public final class ObservableClockViewModel {
    /// The state of the display.
    public struct Face: Equatable, Sendable {
        /// The elapsed time.
        public let elapsed: Duration
        /// Whether the clock runs.
        public let isRunning: Bool
        /// The time as `m:ss`, or `h:mm:ss` from one hour on.
        public var text: String { ClockText.text(seconds: elapsed.components.seconds) }
    }

    /// The state of the display.
    public let face: Observable<Face>
    private var binding: Subscription?

    /// Creates a display of `model`.
    public init(_ model: ClockModel) {
        let now = model.reading.value
        face = Observable(Face(elapsed: now.elapsed, isRunning: now.isRunning))
        binding = model.reading.bind { [weak self] reading in
            self?.face.value = Face(elapsed: reading.elapsed, isRunning: reading.isRunning)
        }
    }
}

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
