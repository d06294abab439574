import EventIO
import GameCore
import GameJSON
import GameStore

/// The rate limit or quota that a request counts against.
nonisolated enum RouteCost {
    case free
    /// An edit by the player and by the address.
    case edit
    /// An edit by the address only.
    case addressEdit
    /// A cursor move by the player.
    case cursor
    /// A reaction of the player.
    case reaction
    /// A new game or puzzle by the address.
    case newGame
    /// A new player by the address.
    case newPlayer
    /// An open stream of the address, or of a member of a room.
    case stream
    /// A parked poll of the address, or of a member of a room.
    case poll
    /// A running long export of the address, until `endLongExport`.
    case longExport
}

extension Call {
    /// Charges `cost` to the client's address.
    ///
    /// - Throws: A problem with status 429 if the limit is reached; `storage-full` for a new game.
    func charge(_ cost: RouteCost) throws(Problem) {
        switch cost {
        case .free, .cursor, .reaction: return
        case .edit, .addressEdit: try world.limits.chargeEdits(to: client)
        case .newGame:
            try world.dataLimit.requireRoomForGame()
            try world.limits.chargeNewGame(client, bytes: request.body.count)
        case .newPlayer:
            try world.dataLimit.requireRoomForGame()
            try world.limits.chargeNewPlayer(client)
        case .stream:
            // HEAD opens no stream.
            if request.method == .get { try world.hub.requireRoomForStream(account) }
        case .poll: try world.hub.requireRoomForPoll(account)
        case .longExport: try world.limits.beginExport(client)
        }
    }

    /// Returns the data that ``charge(_:)`` has charged for a request that is refused: nothing is stored.
    func returnData(of cost: RouteCost) {
        guard case .newGame = cost else { return }
        world.limits.chargeEvents(0, bytes: -Settings.gameBytes - request.body.count, to: client)
    }

    /// The party whose streams and polls are counted together: a member of the room, or else the address, which a
    /// whole class may share.
    var account: ConnectionAccount {
        let room =
            parameters["room"]
            ?? parameters["id"].flatMap { id in
                GameID(id).flatMap { world.games[$0]?.setup.room?.text }
            }
        guard let holder, let room = room.flatMap({ RoomName($0) }),
            world.games[GameID(room: room)]?.committed.hasMember(holder.player.id) == true
        else { return .address(address) }
        return .member(room, holder.player.id)
    }

    func endLongExport() {
        world.limits.endExport(client)
    }
}

extension GameCall {
    /// Charges the edits of a request that contains several, beyond the one that its route costs.
    ///
    /// - Throws: `rate-limited`; the one of the route is then returned.
    func chargeFurtherEdits(_ count: Int) throws(Problem) {
        guard count > 0 else { return }
        do throws(Problem) { try chargeEdits(count) } catch {
            world.limits.returnEdits(by: sender, to: call.client, isMember: isMember)
            throw error
        }
    }

    /// Whether the player is a member of the game's room.
    private var isMember: Bool {
        call.holder.map { game.roomState?()?.hasMember($0.player.id) ?? false } ?? false
    }

    private func chargeEdits(_ count: Int) throws(Problem) {
        try world.limits.chargeEdits(count, by: sender, to: call.client, isMember: isMember)
    }

    /// Charges `cost` to the player and to the client's address.
    ///
    /// - Throws: A problem with status 429 if the limit is reached.
    func charge(_ cost: RouteCost) throws(Problem) {
        switch cost {
        case .edit: try chargeEdits(1)
        case .cursor:
            // Only seats have a cursor and reactions; the handlers refuse all others.
            if player.seat != nil { try world.limits.take(of: Settings.playerCursorMoves, by: sender) }
        case .reaction:
            if player.seat != nil { try world.limits.take(of: Settings.playerReactions, by: sender) }
        default: try call.charge(cost)
        }
    }
}
