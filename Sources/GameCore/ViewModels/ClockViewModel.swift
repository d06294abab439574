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
