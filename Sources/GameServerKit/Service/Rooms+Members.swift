import EventIO
import GameCore
import GameJSON
import GameStore

/// The members of a room: who may join, who is present, who votes, and how they leave.
extension Rooms {
    /// Refuses people whom the host keeps out of `room`, unless they are members.
    ///
    /// - Parameters:
    ///   - player: The player's id; nil for somebody without a key.
    ///   - isJoining: Whether they want to become members, as players whom the host has let back in always may.
    /// - Throws: `removed` or `room-locked`.
    func requireWelcome(
        _ player: PlayerID?, at address: String, to room: LiveGame, isJoining: Bool = false
    ) throws {
        let state = room.game.state
        if let player {
            if state.hasMember(player) { return }
            try state.rules.maySit(player, in: room.game.controller)
            if isJoining, state.isReadmitted(player) { return }
        }
        guard !state.areSeatsClosed else { throw RoomRules.locked }
        guard !keepsOut(player, at: address, of: room) else {
            throw Problem(
                ProblemTable["removed"],
                "The host has removed a player at your address, which stays out of the room for a day.")
        }
    }

    /// Lets a player whom the host has removed sit down in the present game of `room` again, once a member.
    func forgetRemoval(of player: PlayerID, in room: LiveGame) {
        if let present = room.committed.room?.present { services.removed.forget(player, in: present.id) }
    }

    /// Ends the membership of `member` at their own wish, or at that of `host`, and frees their seat in the
    /// present game; calls `answer` after the commits of both.
    ///
    /// This node begins no game of the room in the meantime. The seat is freed first: after a crash in
    /// between, the player is still a member, and the request can be repeated.
    func leave(
        _ room: LiveGame, _ member: PlayerID, removedBy host: Player?,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        let freeSeat = { [self] (_ done: @escaping () -> Void) in
            presentGame(of: room, for: .game(room.id)) { [self] found in
                guard case .success(let game?) = found else { return done() }
                if host != nil { return freeSeatsOfKeptOut(in: game, of: room, and: member, done) }
                let seats = game.game.state.seats.filter { $0.player == member }
                free(seats, in: game, by: game.player(member), done)
            }
        }
        // Another node may have seated the member elsewhere, so the command names the player, not the seat.
        let command = Command.act(
            host == nil ? "leave" : "remove", Parameters(["player": .text(member.text)]))
        let leaveRoom = { (_ done: @escaping () -> Void) in
            room.perform(command, by: host ?? .spectator) { result in
                let finish = {
                    answer(result)
                    done()
                }
                // Another node may have begun a game.
                if case .success = result { freeSeat(finish) } else { finish() }
            }
        }
        changes.enqueue(room.id.text) { [self] done in
            let seat = room.game.state.player(member)?.seat
            guard let seat else { return leaveRoom(done) }
            if host != nil { keepOut(member, on: seat, in: room) }
            freeSeat { leaveRoom(done) }
        }
    }

    /// Gives `member` another name in the room and in its present game; calls `answer` after the commits of both.
    func rename(
        _ member: PlayerID, to name: PlayerName, in room: LiveGame, by host: Player,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        changes.enqueue(room.id.text) { [self] done in
            let finish = { (result: CommandResult) in
                answer(result)
                done()
            }
            renameSeat(of: member, to: name, in: room, by: host) { [self] renamed in
                guard case .success = renamed else { return finish(renamed) }
                renameInGame(of: room, member, to: name) { [self] in
                    forgetNamesUnlessKnown(member) { finish(renamed) }
                }
            }
        }
    }

    /// Deletes the names that hosts have given `player`, if the player has been erased in the meantime.
    ///
    /// An erasure deletes the player's own name before the given ones. So either the erasure also deletes the
    /// name given here, or this function finds no own name.
    private func forgetNamesUnlessKnown(_ player: PlayerID, _ done: @escaping () -> Void) {
        let store = services.store.players
        store.names(of: [player], for: .server) { found in
            guard case .success(let names) = found, names[player] == nil else { return done() }
            store.deleteName(of: player, for: .server) { _ in done() }
        }
    }

    /// Renames the member in the present game; a full game keeps the old name, and the next game has the new
    /// one.
    private func renameInGame(
        of room: LiveGame, _ member: PlayerID, to name: PlayerName, _ done: @escaping () -> Void
    ) {
        presentGame(of: room, for: .game(room.id)) { [self] found in
            guard case .success(let game?) = found, game.player(member).seat != nil else { return done() }
            renameSeat(of: member, to: name, in: game, by: .roomKeeper) { _ in done() }
        }
    }

    private func renameSeat(
        of member: PlayerID, to name: PlayerName, in game: LiveGame, by sender: Player,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        guard let seat = game.player(member).seat else {
            return answer(
                .failure(Problem(ProblemTable["no-such-member"], "The room has no such member.")))
        }
        game.perform(.renameSeat(seat, name, nil, isNickname: true), by: sender, answer)
    }

    /// Keeps the address of a removed member out of the room, before the member can join again.
    private func keepOut(_ member: PlayerID, on seat: Seat, in room: LiveGame) {
        guard let address = room.presence.address(of: seat) else { return }
        let end = services.time.now + Settings.removedAddressLifetime
        services.removed.add(address, of: member, to: room.id, until: end)
    }

    /// Frees the seats of removed players in a game of the room.
    ///
    /// Others at the address of a removed player lose their seats too, unless they are members.
    ///
    /// - Parameter member: A member whose removal follows.
    func freeSeatsOfKeptOut(
        in game: LiveGame, of room: LiveGame, and member: PlayerID? = nil,
        _ done: @escaping () -> Void = {}
    ) {
        let state = game.game.state
        let seats = state.seats.filter { seated in
            guard seated.bot == nil, !state.kickedSeats.contains(seated.seat) else { return false }
            if let member, seated.player == member { return true }
            return isKeptOut(seated.player, at: game.presence.address(of: seated.seat), of: room)
        }
        for seated in seats {
            if let player = seated.player { services.removed.add(player.text, to: game.id) }
        }
        free(seats, in: game, by: .roomKeeper, done)
    }

    private func free(
        _ seats: [SeatedPlayer], in game: LiveGame, by sender: Player, _ done: @escaping () -> Void
    ) {
        guard game.committed.phase != .finished, let last = seats.last?.seat else { return done() }
        for seat in seats.map(\.seat) {
            game.perform(.leaveSeat(seat), by: sender) { _ in if seat == last { done() } }
        }
    }

    /// Whether the host of `room` has removed `player`, or keeps out non-members at `address`.
    private func isKeptOut(_ player: PlayerID?, at address: String?, of room: LiveGame) -> Bool {
        let state = room.game.state
        if let player {
            if state.room?.removed.contains(player) == true { return true }
            if state.hasMember(player) { return false }
        }
        return address.map { keepsOut(player, at: $0, of: room) } ?? false
    }

    /// Whether the host has removed somebody else than `player` at `address`.
    ///
    /// Each node remembers addresses for itself, but every node learns from the room's state that a removed
    /// player was readmitted.
    private func keepsOut(_ player: PlayerID?, at address: String, of room: LiveGame) -> Bool {
        let removed = services.removed.player(at: address, in: room.id, at: services.time.now)
        return removed != nil && removed != player
    }

    /// The seats of the members who vote on ending a game: those present who have been members for long
    /// enough, and the host if present.
    func voters(in room: LiveGame) -> [Seat] {
        presentMembers(of: room).filter { mayVote($0, in: room) }
    }

    /// Whether the member on `seat` may vote on ending a game: the host, or a member for at least
    /// `votingMembership`.
    private func mayVote(_ seat: Seat, in room: LiveGame) -> Bool {
        let state = room.committed.room
        return seat == state?.host
            || state?.hasMember(seat, for: votingMembership, at: services.time.now) == true
    }

    /// Refuses a member who may not ask the others to end a game that runs.
    ///
    /// - Throws: `not-allowed`.
    func requireVote(_ member: Player, in room: LiveGame) throws(Problem) {
        guard member.seat.map({ mayVote($0, in: room) }) != true else { return }
        let wait = votingMembership.components.seconds
        throw .notAllowed(
            "A game is being played; you can ask the others to end it once you have been here for \(wait) s.")
    }

    /// The seats of the members with an open stream of the room or of its present game.
    func presentMembers(of room: LiveGame) -> [Seat] {
        let game = room.committed.room?.present.flatMap { games[$0.id] }
        return room.committed.seats.filter { member in
            if room.presence.isPresent(member.seat) { return true }
            guard let game, let player = member.player else { return false }
            return game.committed.seats.contains { $0.player == player && game.presence.isPresent($0.seat) }
        }.map(\.seat)
    }
}
