import EventIO
import GameCore
import GameJSON
import GameStore

/// A member's wish for the next game, and the draft that it leads to.
extension Rooms {
    /// A member's wish for the next game.
    enum Wanted {
        case draft(GameDraft)
        /// The rules and options of the present game, with a new secret.
        case again(startsItself: Bool?)
    }

    /// The draft for `wanted` in a room whose present game is `present`.
    ///
    /// - Throws: `no-game` for the same again before the first game, `already-asked` while a game counts down.
    func draft(_ wanted: Wanted, after present: LiveGame?) throws(Problem) -> GameDraft {
        switch wanted {
        case .draft(let draft): return draft
        case .again(let startsItself):
            guard let setup = present?.setup else {
                throw Problem(ProblemTable["no-game"], "Nothing has been played in this room yet.")
            }
            // Only the first of several presses of the button begins a game.
            if let begins = setup.begins, begins > services.time.now {
                throw Problem(RuleViolation(.alreadyAsked, "The next game is about to begin."))
            }
            var draft = GameDraft(rules: setup.rules, options: services.rules.nextRoundOptions(setup))
            draft.startsItself = startsItself
            return draft
        }
    }
}

extension GameDraft {
    /// A game of `room`.
    func moved(to room: LiveGame) -> GameDraft {
        var draft = self
        (draft.room, draft.roomSize) = (room.id.room, room.committed.rules.seatLimit)
        return draft
    }
}
