import EventIO
import GameCore
import GameJSON
import GameStore

/// Exchanges the presence of one game between the nodes of a shared store.
///
/// Every node publishes its whole attendance: after a change, and again from time to time while anybody is
/// connected. A report expires, so a lost message is mended by the next one, and a crashed node disappears.
final class SharedPresence {
    /// The last report of another node.
    private struct Node {
        var attendance: Attendance
        var expires: ContinuousClock.Instant
    }

    private weak var presence: Presence?
    private let game: GameID
    private let store: any SharedStore
    private let loop: MainLoop
    private let time: SystemClock
    private var nodes: [String: Node] = [:]
    private var expiryTimer: LoopTimer?
    /// Runs after each report; the next one must wait for it.
    private var throttle: LoopTimer?
    private var refreshTimer: LoopTimer?
    private var hasUnpublishedChange = false
    private let created = ContinuousClock.now
    /// Whether the last report named anybody.
    private var hasPublishedPeople = false

    init(_ presence: Presence, of game: GameID, _ store: any SharedStore, _ services: GameServices) {
        self.presence = presence
        self.game = game
        self.store = store
        loop = services.loop
        time = services.time
    }

    /// The time until the other nodes have had the time to report; zero or negative once they have.
    var timeToReports: Duration { created + Settings.presenceReportTime - .now }

    /// The present moment on the games' clock.
    var now: Timestamp { time.now }

    /// The current time in microseconds, but always later than `known`, which may be from a faster clock.
    func timestamp(after known: Int64?) -> Int64 { max(SystemClock.microseconds, (known ?? 0) + 1) }

    // MARK: The other nodes

    /// The number of streams without a seat at all other nodes.
    var spectators: Int { nodes.values.reduce(0) { $0 + $1.attendance.spectators } }

    func isPresent(_ seat: Seat) -> Bool { nodes.values.contains { $0.attendance.seats.contains(seat) } }

    /// Records the report of `node`.
    ///
    /// - Returns: The report before it; nil when the report is ignored because there are too many nodes.
    func record(_ attendance: Attendance, from node: String) -> Attendance? {
        let before = nodes[node]?.attendance
        guard before != nil || nodes.count < Settings.nodesPerGame else { return nil }
        let isEmpty = attendance == .nobody
        nodes[node] =
            isEmpty ? nil : Node(attendance: attendance, expires: .now + StoreLimits.attendanceLifetime)
        scheduleExpiry()
        return before ?? .nobody
    }

    private func scheduleExpiry() {
        guard let next = nodes.values.lazy.map(\.expires).min() else { return expiryTimer = nil }
        guard expiryTimer == nil else { return }
        expiryTimer = loop.timer(after: next - .now) { [weak self] in self?.expire() }
    }

    private func expire() {
        expiryTimer = nil
        let now = ContinuousClock.now
        let expired = nodes.filter { $0.value.expires <= now }.keys
        for node in expired { presence?.receive(.report(.nobody, by: node)) }
        scheduleExpiry()
    }

    // MARK: This node

    /// Publishes the attendance of this node: at once, or after the interval since the last report.
    func publish() {
        hasUnpublishedChange = true
        guard throttle == nil else { return }
        throttle = loop.timer(after: Settings.presenceSharingInterval) { [weak self] in
            guard let self else { return }
            throttle = nil
            if hasUnpublishedChange { publish() }
        }
        send(presence?.attendance ?? .nobody)
    }

    /// Publishes a reaction; the limit on each player's reactions bounds how often.
    func publish(_ reaction: Reaction, by seat: Seat) {
        store.publishReaction(reaction, by: seat, of: game)
    }

    /// Publishes an empty attendance, when the server stops.
    func publishDeparture() {
        if hasPublishedPeople { send(.nobody) }
    }

    private func send(_ attendance: Attendance) {
        hasUnpublishedChange = false
        hasPublishedPeople = attendance != .nobody
        store.publishAttendance(attendance, of: game)
        guard hasPublishedPeople else { return refreshTimer = nil }
        refreshTimer = loop.timer(after: Settings.presenceSharingRefresh) { [weak self] in self?.publish() }
    }
}
