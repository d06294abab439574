import EventIO
import GameCore
import GameJSON
import GameStore

/// The price of a request, as its route declares it or as its handler learns it.
nonisolated enum RouteCost {
    /// Nothing.
    case free
    /// An edit, of the player and of the address.
    case edit
    /// An edit of the address alone.
    case addressEdit
    /// A move of a player's cursor.
    case cursor
    /// A game or a puzzle that the address makes.
    case newGame
    /// One of the streams of the address.
    case stream
    /// One of the parked polls of the address.
    case poll
    /// One of the long exports of the address, until `endLongExport`.
    case longExport
}

extension Call {
    /// Charges `cost` to the address of the client.
    ///
    /// - Throws: a refusal with status 429 when there is nothing left of it.
    func charge(_ cost: RouteCost) throws(Problem) {
        switch cost {
        case .free, .cursor: return
        case .edit, .addressEdit: try world.limits.allowEdit(.address(address), address, at: world.now)
        case .newGame: try world.limits.allowGame(address, at: world.now)
        case .stream:
            // HEAD opens none.
            if request.method == .get { try world.hub.requireRoomForStream(address) }
        case .poll: try world.hub.requireRoomForPoll(address)
        case .longExport: try world.limits.beginExport(address)
        }
    }

    /// Gives back the place of a long export.
    func endLongExport() {
        world.limits.endExport(address)
    }
}

extension GameCall {
    /// Charges `cost` to the player and to the address of the client.
    ///
    /// - Throws: a refusal with status 429 when there is nothing left of it.
    func charge(_ cost: RouteCost) throws(Problem) {
        switch cost {
        case .edit: try world.limits.allowEdit(sender, address, at: world.now)
        case .cursor:
            // Only seats have a cursor: the handler refuses everybody else.
            if player.seat != nil { try world.limits.allowCursor(sender, at: world.now) }
        default: try call.charge(cost)
        }
    }
}
