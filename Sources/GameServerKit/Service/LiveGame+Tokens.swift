import GameCore
import GameJSON
import GameStore

/// A seat's token is exchanged: the new one is good, and all before it are worth nothing, with one commit.
extension LiveGame {
    /// Makes a new token for `seat` and answers with it after the commit, once, or with why not.
    func renewToken(
        of seat: Seat, by player: Player,
        _ answer: @escaping (Result<(SeatedPlayer, Token), Problem>) -> Void
    ) {
        if let refusal = services.commits.refusal { return answer(.failure(refusal)) }
        do throws(Problem) {
            let seated = try requireRenewable(seat, by: player)
            let token = Token.random()
            let held = tokens.renew(seat, with: token.digest, since: game.state.taken(seat))
            var entry = JournalEntry(game: id, renewing: seat, with: held)
            if shared != nil { entry.base = game.state.sequence }
            let again = { [self] in renewToken(of: seat, by: player, answer) }
            services.commits.append(entry, of: self, orElse: again) { problem in
                answer(problem.map(Result.failure) ?? .success((seated, token)))
            }
        } catch {
            // A refusal may speak of what is not saved yet.
            services.commits.append(JournalEntry(game: id), of: self) { answer(.failure($0 ?? error)) }
        }
    }

    /// Who sits on `seat`, if `player` may have a new token for it.
    private func requireRenewable(_ seat: Seat, by player: Player) throws(Problem) -> SeatedPlayer {
        guard let seated = game.state.player(on: seat) else {
            throw Problem(ProblemTable["no-such-seat"], "Nobody sits on that seat.")
        }
        let taken = game.state.taken(seat)
        if player.seat == seat {
            // Who holds an earlier token is turned away already while the exchange is being saved.
            guard player.since ?? taken == taken, !tokens.isRenewing(seat) else {
                throw .tokenNeeded("unknown-token", "This token is worth nothing any more.")
            }
        } else {
            try requireHost(player, mayHold: seated)
        }
        guard seated.bot == nil else { throw .notAllowed("A bot plays without a token.") }
        return seated
    }

    /// The host may help somebody who has lost a token, where nobody's board is hidden from the host.
    private func requireHost(_ player: Player, mayHold seated: SeatedPlayer) throws(Problem) {
        guard player != .spectator else {
            throw .tokenNeeded("token-needed", "Send the token of that seat, or the host's.")
        }
        guard player.isHost else { throw .notAllowed("Only who sits there, or the host, may do this.") }
        guard seated.bot != nil || !shown.hasPrivateBoards || shown.phase == .finished else {
            throw .notAllowed("Not even the host may look at a hidden board before the end.")
        }
    }
}
