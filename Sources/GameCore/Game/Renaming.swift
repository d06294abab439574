/// The replacement of a player's name by another one, wherever events contain it.
///
/// Names are compared without regard to case, as on leaderboards.
package struct Renaming: Sendable {
    /// The old name.
    package let old: PlayerName
    /// The new name.
    package let new: PlayerName

    package init(_ old: PlayerName, to new: PlayerName) {
        (self.old, self.new) = (old, new)
    }

    /// Whether `name` is the old name.
    package func applies(to name: String) -> Bool { name.lowercased() == old.text.lowercased() }

    /// The event under the new name; nil if it does not contain the old one.
    package func renamed(_ event: GameEvent) -> GameEvent? {
        switch event.change {
        case .seatTaken(let player) where applies(to: player.name.text):
            let renamed = SeatedPlayer(
                seat: player.seat, name: new, colour: player.colour, bot: player.bot,
                isProgram: player.isProgram, player: player.player)
            return event.replacing(.seatTaken(renamed))
        case .seatRenamed(let seat, let name) where applies(to: name.text):
            return event.replacing(.seatRenamed(seat, new))
        default: return nil
        }
    }
}

extension GameEvent {
    fileprivate func replacing(_ change: Change) -> GameEvent {
        GameEvent(sequence: sequence, time: time, change: change, hash: hash)
    }
}
