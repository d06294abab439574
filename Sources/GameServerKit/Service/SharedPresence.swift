import EventIO
import GameCore
import GameJSON
import GameStore

/// What presence needs when several servers play on one store: who is there by way of the others, and when
/// they are told who is there by this one.
///
/// Nothing of it is kept. Each server tells all of its people, again and again while there are any; who is
/// not told of any more is gone. So a message may be lost, and a server may die.
final class SharedPresence {
    /// Another server at the game.
    private struct Server {
        var attendance: Attendance
        /// When it is gone unless it is heard again.
        var end: ContinuousClock.Instant
    }

    private weak var presence: Presence?
    private let game: GameID
    private let store: any SharedStore
    private let loop: MainLoop
    private let time: SystemClock
    private var servers: [String: Server] = [:]
    private var expiry: LoopTimer?
    /// Runs while nothing may be told because something just was.
    private var pause: LoopTimer?
    private var repetition: LoopTimer?
    /// Whether something has changed since.
    private var isOwed = false
    /// Whether the others think that somebody is here.
    private var hasTold = false

    /// Joins `presence` to what other servers know of `game`.
    init(_ presence: Presence, of game: GameID, _ store: any SharedStore, _ services: GameServices) {
        self.presence = presence
        self.game = game
        self.store = store
        loop = services.loop
        time = services.time
    }

    /// The present moment on the games' clock.
    var now: Timestamp { time.now }

    /// A moment, in microseconds, for a move that comes after `known`, also where clocks differ.
    func moment(after known: Int64?) -> Int64 { max(SystemClock.microseconds, (known ?? 0) + 1) }

    // MARK: The others

    /// Streams without a seat at all other servers.
    var spectators: Int { servers.values.reduce(0) { $0 + $1.attendance.spectators } }

    func isPresent(_ seat: Seat) -> Bool { servers.values.contains { $0.attendance.seats.contains(seat) } }

    /// Takes note of what `server` tells; answers with what it had told before, or nil when there are too
    /// many servers to remember one more.
    func note(_ attendance: Attendance, by server: String) -> Attendance? {
        let before = servers[server]?.attendance
        guard before != nil || servers.count < Settings.serversPerGame else { return nil }
        let isNobody = attendance == .nobody
        servers[server] =
            isNobody ? nil : Server(attendance: attendance, end: .now + StoreLimits.attendanceLife)
        awaitExpiry()
        return before ?? .nobody
    }

    private func awaitExpiry() {
        guard let next = servers.values.lazy.map(\.end).min() else { return expiry = nil }
        guard expiry == nil else { return }
        expiry = loop.timer(after: next - .now) { [weak self] in self?.expire() }
    }

    private func expire() {
        expiry = nil
        let now = ContinuousClock.now
        let gone = servers.filter { $0.value.end <= now }.keys
        for server in gone { presence?.hear(.told(.nobody, by: server)) }
        awaitExpiry()
    }

    // MARK: This server

    /// Tells the others how it is here: at once, or together with what else changes in a moment.
    func tell() {
        isOwed = true
        guard pause == nil else { return }
        pause = loop.timer(after: Settings.attendancePause) { [weak self] in
            guard let self else { return }
            pause = nil
            if isOwed { tell() }
        }
        say(presence?.attendance ?? .nobody)
    }

    /// Nobody is here any more: the server stops.
    func takeLeave() {
        if hasTold { say(.nobody) }
    }

    private func say(_ attendance: Attendance) {
        isOwed = false
        hasTold = attendance != .nobody
        store.tell(attendance, of: game)
        repetition =
            hasTold ? loop.timer(after: Settings.attendanceRepetition) { [weak self] in self?.tell() } : nil
    }
}
