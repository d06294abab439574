import EventIO
import GameCore
import GameJSON
import GameStore

/// The shares of visitors in the journals of games and rooms; everybody but the host is a visitor.
///
/// A journal belongs to its host: without limits one stranger could fill it, or have it compacted all the
/// time. There are two budgets: one for taking, leaving and recolouring seats, and, in games whose journals
/// can be full, one for everything else. Both are kept for each player, for each address, and for all visitors
/// of a game together.
final class JournalShares {
    private let seatChanges: ShareLimiter
    private let play: ShareLimiter
    private let limitsAddresses: Bool

    init(_ settings: Settings) {
        limitsAddresses = settings.addressLimits
        seatChanges = ShareLimiter(Settings.seatChanges)
        play = ShareLimiter(Settings.play(eventsPerGame: settings.eventsPerGame))
    }

    /// Runs `work`, which performs `command` for `visitor`, and charges the events that it adds.
    ///
    /// They are charged before anything else happens, so that no two commands use the same share. Leaving is
    /// charged and never refused.
    ///
    /// - Throws: `rate-limited` if the visitor has used up their share.
    func charge(
        _ command: Command, to visitor: Visitor, at now: Timestamp, _ work: () -> Void
    ) throws(Problem) {
        guard let limiter = limiter(of: command, for: visitor) else { return work() }
        let accounts = visitor.accounts(withAddresses: limitsAddresses)
        if !command.isLeaving, let wait = limiter.debt(of: accounts, at: now) {
            throw .retryLater(
                "rate-limited",
                "You, or people at your address, have changed this game very often; try again in \(wait) s.",
                retryAfter: wait)
        }
        let before = visitor.game.game.state.sequence.value
        work()
        let count = visitor.game.game.state.sequence.value - before
        if count > 0 { limiter.spend(count, of: accounts, at: now) }
    }

    /// The limits that apply to `command`; nil if none do.
    private func limiter(of command: Command, for visitor: Visitor) -> ShareLimiter? {
        if visitor.player.isHost { return nil }
        switch command {
        case .takeSeat, .leaveSeat, .renameSeat, .seatBot, .act("recolour", _): return seatChanges
        case .edit, .act, .answer: return visitor.game.isEndless ? nil : play
        case .botMove, .deadlineReached: return nil
        }
    }
}

nonisolated extension Command {
    /// Whether the command only frees a seat, which is possible beyond all limits.
    var isLeaving: Bool { if case .leaveSeat = self { true } else { false } }
}

/// Somebody who sends commands to a game.
struct Visitor {
    let game: LiveGame
    let player: Player
    /// The id of a player with a key.
    var id: PlayerID?
    /// Nil if the server itself sends the command on behalf of the player.
    var address: String?

    /// The accounts that pay for the visitor's commands.
    fileprivate func accounts(withAddresses: Bool) -> [ShareLimiter.Account] {
        var accounts: [ShareLimiter.Account] = []
        if let id {
            accounts.append(.player(game.id, id.text))
        } else if let seat = player.seat {
            accounts.append(.player(game.id, "\(seat.number) \(player.since?.value ?? 0)"))
        }
        guard withAddresses else { return accounts }
        if let address {
            accounts.append(.address(game.id, address))
            if let site = SocketAddress.site(of: address) { accounts.append(.site(game.id, site)) }
        }
        return accounts + [.game(game.id)]
    }
}

/// The shares of one kind, which what is done already may overdraw.
private final class ShareLimiter {
    nonisolated enum Account: Hashable {
        case player(GameID, String), address(GameID, String), site(GameID, String), game(GameID)
    }

    private var players: RateLimiter<Account>
    private var addresses: RateLimiter<Account>
    private var sites: RateLimiter<Account>
    private var games: RateLimiter<Account>

    init(_ share: JournalShare) {
        players = RateLimiter(share.player)
        addresses = RateLimiter(share.address)
        sites = RateLimiter(share.address.ofSite)
        games = RateLimiter(share.game)
    }

    /// The seconds until none of `accounts` is in debt, rounded up; nil if none is.
    func debt(of accounts: [Account], at now: Timestamp) -> Int? {
        spend(0, of: accounts, at: now)
    }

    /// Takes `count` events from each of `accounts`; returns the longest debt in seconds.
    @discardableResult
    func spend(_ count: Int, of accounts: [Account], at now: Timestamp) -> Int? {
        var longest: Int?
        for account in accounts {
            let wait =
                switch account {
                case .player: players.spend(account, Double(count), at: now)
                case .address: addresses.spend(account, Double(count), at: now)
                case .site: sites.spend(account, Double(count), at: now)
                case .game: games.spend(account, Double(count), at: now)
                }
            longest = [longest, wait].compactMap(\.self).max()
        }
        return longest
    }
}

/// How many events visitors may add to one journal.
nonisolated struct JournalShare {
    let player: RateLimit
    let address: RateLimit
    /// All visitors together.
    let game: RateLimit
}
