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
    /// An open stream of the address.
    case stream
    /// A parked poll of the address.
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
        case .edit, .addressEdit: try world.limits.chargeEdits(.address(address), address, at: world.now)
        case .newGame:
            try world.dataLimit.requireRoomForGame()
            try world.limits.chargeNewGame(address, bytes: request.body.count, at: world.now)
        case .stream:
            // HEAD opens no stream.
            if request.method == .get { try world.hub.requireRoomForStream(address) }
        case .poll: try world.hub.requireRoomForPoll(address)
        case .longExport: try world.limits.beginExport(address)
        }
    }

    /// Charges the edits of a request that contains several, beyond the one that its route costs.
    ///
    /// - Throws: `rate-limited`.
    func chargeFurtherEdits(_ count: Int, by sender: Sender) throws(Problem) {
        guard count > 0 else { return }
        try world.limits.chargeEdits(sender, address, count: count, at: world.now)
    }

    func endLongExport() {
        world.limits.endExport(address)
    }
}

extension GameCall {
    /// Charges `cost` to the player and to the client's address.
    ///
    /// - Throws: A problem with status 429 if the limit is reached.
    func charge(_ cost: RouteCost) throws(Problem) {
        switch cost {
        case .edit: try world.limits.chargeEdits(sender, address, at: world.now)
        case .cursor:
            // Only seats have a cursor and reactions; the handlers refuse all others.
            if player.seat != nil { try world.limits.chargeCursorMove(sender, at: world.now) }
        case .reaction:
            if player.seat != nil { try world.limits.chargeReaction(sender, at: world.now) }
        default: try call.charge(cost)
        }
    }
}
