import GameCore
import GameJSON
import GameStore

/// Token renewal: one commit makes the new token of a seat valid and revokes all earlier ones.
extension LiveGame {
    /// Makes a new token for `seat` and calls `answer` with it after the commit.
    func renewToken(
        of seat: Seat, by player: Player,
        _ answer: @escaping (Result<(SeatedPlayer, Token), Problem>) -> Void
    ) {
        if let refusal = services.commits.refusal { return answer(.failure(refusal)) }
        do throws(Problem) {
            let seated = try requireRenewable(seat, by: player)
            let token = Token.random()
            let since = game.state.seatedSince(seat)
            let held = tokens.prepareRenewal(of: seat, with: token.digest, since: since)
            var entry = JournalEntry(game: id, renewing: seat, with: held)
            if shared != nil { entry.base = game.state.sequence }
            let again = { [self] in renewToken(of: seat, by: player, answer) }
            services.commits.append(entry, of: self, retry: again) { problem in
                answer(problem.map(Result.failure) ?? .success((seated, token)))
            }
        } catch {
            // A refusal waits for the commit: it may be based on pending events.
            services.commits.append(JournalEntry(game: id), of: self) { answer(.failure($0 ?? error)) }
        }
    }

    /// The player on `seat`.
    ///
    /// - Throws: when `player` may not renew the token of that seat.
    private func requireRenewable(_ seat: Seat, by player: Player) throws(Problem) -> SeatedPlayer {
        guard let seated = game.state.player(on: seat) else {
            throw Problem(ProblemTable["no-such-seat"], "Nobody sits in this seat.")
        }
        let taken = game.state.seatedSince(seat)
        if player.seat == seat {
            // While a renewal is pending the old token cannot start another one.
            guard player.since ?? taken == taken, !tokens.isRenewing(seat) else {
                throw .unauthorized("unknown-token", "This token is no longer valid.")
            }
        } else {
            try requireHost(player, mayHold: seated)
        }
        guard seated.bot == nil else { throw .notAllowed("A bot plays without a token.") }
        return seated
    }

    /// Refuses everybody but the host, who may replace a lost token unless that would open a hidden board.
    private func requireHost(_ player: Player, mayHold seated: SeatedPlayer) throws(Problem) {
        guard player != .spectator else {
            throw .unauthorized("token-needed", "Send the token of that seat, or the host's.")
        }
        guard player.isHost else {
            throw .notAllowed("Only the player on that seat or the host may do this.")
        }
        // Nobody acts for a player with a key, who cannot lose the token; in an imported game the key may be elsewhere.
        guard seated.player == nil || setup.isImported else {
            throw .notAllowed("This player acts with a key and needs no token.")
        }
        guard seated.bot != nil || !committed.hasPrivateBoards || committed.phase == .finished else {
            throw .notAllowed("Not even the host may see a hidden board before the game ends.")
        }
    }
}
