import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// The limit of the data that the store takes, `--max-data`, and the refusals near it.
///
/// The size is measured at intervals, so the data can exceed the limit by what is written in between.
final class DataLimit {
    private enum Level: Comparable { case ample, scarce, full }

    /// The bytes that the store takes.
    private(set) var used = 0 {
        didSet { if level != lastLevel { report() } }
    }
    /// In bytes; nil for no limit.
    let limit: Int?
    private let store: any EventStore
    private let log: Logger
    private var lastLevel = Level.ample
    private var timer: LoopTimer?

    init(_ limit: Int?, of store: any EventStore, loop: MainLoop, log: Logger) {
        (self.limit, self.store, self.log) = (limit, store, log)
        measure()
        timer = loop.timer(after: Settings.dataSizeInterval, repeating: true) { [weak self] in
            self?.measure()
        }
    }

    /// Refuses a new game or puzzle when only a tenth of the room is left.
    ///
    /// - Throws: `storage-full`.
    func requireRoomForGame() throws(Problem) {
        if level > .ample { throw refusal("no new games and puzzles are accepted") }
    }

    /// Refuses commands of senders without a seat, and new seats, when no room is left.
    ///
    /// Players can always leave, and hosts can remove people, lock and close, which stops the growth of the
    /// data.
    ///
    /// - Throws: `storage-full`.
    func requireRoom(for command: Command, by player: Player, in game: LiveGame) throws(Problem) {
        guard level == .full else { return }
        switch command {
        case .leaveSeat: return
        // Changes nothing: the player has a seat.
        case .takeSeat(_, _, _, let id?, _) where game.player(id).seat != nil: return
        case .takeSeat, .seatBot: throw refusal("nobody new can join a game")
        case .act where player.isHost: return
        case .edit, .act, .answer, .renameSeat, .botMove, .deadlineReached:
            if player.seat == nil { throw refusal("only players with a seat can make changes") }
        }
    }

    /// Refuses a change by the server on behalf of a client when no room is left.
    ///
    /// - Throws: `storage-full`.
    func requireRoomForChange() throws(Problem) {
        if level == .full { throw refusal("only moves in games are accepted") }
    }

    /// A sentence for `/readyz`; nil while there is ample room.
    var notice: String? {
        switch level {
        case .ample: nil
        case .scarce: "The data takes \(percentage) % of --max-data; no new games and puzzles are accepted."
        case .full: "The data takes \(percentage) % of --max-data; only players with a seat can make changes."
        }
    }

    private var percentage: Int { limit.map { Int((Double(used) / Double($0) * 100).rounded(.down)) } ?? 0 }

    private var level: Level {
        guard let limit else { return .ample }
        return used >= limit ? .full : used >= limit / 10 * 9 ? .scarce : .ample
    }

    func measure() {
        store.dataSize { [weak self] found in
            if case .success(let size) = found { self?.used = size }
        }
    }

    private func report() {
        lastLevel = level
        if let notice { log.warning("\(notice)") } else { log.notice("The data has room again.") }
    }

    private func refusal(_ consequence: String) -> Problem {
        .retryLater(
            "storage-full",
            "The server's storage is \(level == .full ? "full" : "nearly full"): \(consequence).",
            retryAfter: 60)
    }
}
