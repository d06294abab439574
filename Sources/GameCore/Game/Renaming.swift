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
        case .promptOpened(let prompt):
            let (title, message) = (renamed(prompt.title), renamed(prompt.message))
            guard title != prompt.title || message != prompt.message else { return nil }
            return event.replacing(.promptOpened(prompt.saying(title, message)))
        default: return nil
        }
    }

    /// The sentence with the new name for each old one that is not part of a longer word.
    ///
    /// - Complexity: O(length of the sentence × length of the name).
    private func renamed(_ sentence: String) -> String {
        var output = ""
        var rest = sentence[...]
        while let first = rest.first {
            let candidate = rest.prefix(old.text.count)
            let next = rest.dropFirst(old.text.count).first
            let isWhole = output.last?.isWordCharacter != true && next?.isWordCharacter != true
            if isWhole, applies(to: String(candidate)) {
                output += new.text
                rest = rest.dropFirst(old.text.count)
            } else {
                output.append(first)
                rest.removeFirst()
            }
        }
        return output
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}

extension GameEvent {
    fileprivate func replacing(_ change: Change) -> GameEvent {
        GameEvent(sequence: sequence, time: time, change: change, hash: hash)
    }
}

extension Prompt {
    fileprivate func saying(_ title: String, _ message: String) -> Prompt {
        Prompt(
            id: id, purpose: purpose, title: title, message: message, buttons: buttons, cancel: cancel,
            asker: asker, deciders: deciders, expires: expires)
    }
}
