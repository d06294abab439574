import EventIO
import GameCore
import GameJSON
import GameStore

/// The shares of visitors in the journals of games and rooms; everybody but the host is a visitor.
///
/// A journal belongs to its host: without limits one stranger could fill it, or have it compacted all the
/// time. There are two allowances: one for taking, leaving and recolouring seats, and, in games whose journals
/// can be full, one for everything else. Both are kept for each player, for each address, and for all visitors
/// of a game together.
extension Limits {
    /// Runs `work`, which performs `command` for `visitor`, and charges the events that it adds.
    ///
    /// They are charged before anything else happens, so that no two commands use the same share. Leaving is
    /// charged and never refused.
    ///
    /// - Throws: `rate-limited` if the visitor has used up their share.
    func charge(_ command: Command, to visitor: Visitor, _ work: () -> Void) throws(Problem) {
        guard let share = share(of: command, for: visitor) else { return work() }
        let (accounts, now) = (accounts(of: visitor), now)
        let longest = accounts.compactMap { $0.account.debt(of: share[$0.part], at: now) }.max()
        if !command.isLeaving, let wait = longest {
            throw .retryLater(
                "rate-limited",
                "You, or people at your address, have changed this game very often; try again in \(wait) s.",
                retryAfter: wait)
        }
        let before = visitor.game.game.state.sequence.value
        work()
        let count = visitor.game.game.state.sequence.value - before
        guard count > 0 else { return }
        for (account, part) in accounts { account.spend(Double(count), of: share[part], at: now) }
    }

    /// The share that `command` takes; nil if it takes none.
    private func share(of command: Command, for visitor: Visitor) -> JournalShare? {
        if visitor.player.isHost { return nil }
        switch command {
        case .takeSeat, .leaveSeat, .renameSeat, .seatBot, .act("recolour", _): return Settings.seatChanges
        case .edit, .act, .answer: return visitor.game.isEndless ? nil : play
        case .botMove, .deadlineReached: return nil
        }
    }

    /// The accounts that pay for the visitor's commands.
    private func accounts(of visitor: Visitor) -> [(account: Account, part: JournalShare.Part)] {
        let (game, now) = (visitor.game.id, now)
        var paying: [(account: Account, part: JournalShare.Part)] = []
        if let id = visitor.id {
            paying.append((visitors.account(of: .player(game, id.text), at: now), .player))
        } else if let seat = visitor.player.seat {
            let name = "\(seat.number) \(visitor.player.since?.value ?? 0)"
            paying.append((visitors.account(of: .player(game, name), at: now), .player))
        }
        guard limitsAddresses else { return paying }
        if let address = visitor.address {
            let site = SocketAddress.site(of: address).map { VisitorName.address(game, $0) }
            paying.append((visitors.account(of: .address(game, address), site: site, at: now), .address))
        }
        return paying + [(visitors.account(of: .everybody(game), at: now), .everybody)]
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
}

/// The name of an account of visitors in one game.
nonisolated enum VisitorName: Hashable {
    case player(GameID, String), address(GameID, String), everybody(GameID)
}

/// How many events visitors may add to one journal.
nonisolated struct JournalShare {
    /// Whose events are counted together.
    enum Part { case player, address, everybody }

    let player: Allowance
    let address: Allowance
    /// All visitors together.
    let everybody: Allowance

    subscript(part: Part) -> Allowance {
        switch part {
        case .player: player
        case .address: address
        case .everybody: everybody
        }
    }
}
