import GameCore
import GameJSON
import GameStore

/// The fields that the JSON of every game, and of every seat, can have; rules add others.
nonisolated enum CommonFields {
    /// Those of a game.
    static let game: Set<String> = [
        "actions", "boards", "challenge", "clock", "created", "day", "hash", "host", "id", "lexicon",
        "locked", "next",
        "open", "options", "paused", "previous", "privateBoards", "prompts", "public", "result", "room",
        "rules",
        "scoring", "seatLimit", "seats", "seatsClosed", "sequence", "spectators", "state", "taskUnfinished",
        "title",
    ]
    /// Those of a seat.
    static let seat: Set<String> = [
        "away", "bot", "cells", "colour", "done", "filled", "level", "name", "nickname", "player", "present",
        "score",
        "seat", "seconds", "solved",
    ]

    /// Refuses rules that add one of these fields to a new game, before or after somebody has sat down.
    ///
    /// Games that need a hidden answer are not tried. In a game that adds such a field later, it is left out.
    ///
    /// - Throws: an error that names the rules and the field.
    static func check(_ catalog: RuleCatalog) throws(CatalogError) {
        for rules in catalog.all {
            let setup = GameSetup(id: .lobby, rules: rules.name, created: Timestamp(milliseconds: 0))
            guard let state = try? catalog.newGame(setup) else { continue }
            let game = Game(state)
            try check(game.state, rules)
            if let ann = try? PlayerName("Ann") {
                _ = try? game.apply(.takeSeat(ann, nil), by: .spectator, at: setup.created)
            }
            try check(game.state, rules)
        }
    }

    private static func check(_ state: GameState, _ rules: any RuleSet.Type) throws(CatalogError) {
        let ofGame = game.intersection(state.rules.fields(of: state, for: nil).values.keys)
        let ofSeats = state.seats.flatMap { player in
            seat.intersection(state.rules.fields(of: player.seat, in: state, for: nil).values.keys)
        }
        guard let name = ofGame.min() ?? ofSeats.min() else { return }
        throw CatalogError("\(rules): every game has a field “\(name)” already; give it another name.")
    }
}
