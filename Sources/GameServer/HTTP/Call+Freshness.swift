import EventIO
import GameCore

/// What a request must not miss, where several servers share a store: each shows what it has heard of, and
/// may be a moment behind another.
extension Call {
    /// Those of `games` of which the store must be asked first.
    ///
    /// Nobody is shown less than they have seen: who says how far that is goes on from there, and who does
    /// not is shown all that was saved by now. Commands need not ask: the store refuses what is based on
    /// less.
    func unsure(of games: [GameID]) -> [LiveGame] {
        guard world.store.sharing != nil else { return [] }
        return games.compactMap { world.games[$0] }.filter(isUnsure(of:))
    }

    private func isUnsure(of game: LiveGame) -> Bool {
        if knowsMore(of: game) { return true }
        return (request.method == .get || request.method == .head) && lastSeen(of: game) == nil
    }

    /// Whether the client has been told something of `game` that is not known here: an event, or a token.
    func knowsMore(of game: LiveGame) -> Bool {
        if request.header("authorization") != nil, knownPlayer(in: game) == nil { return true }
        return lastSeen(of: game).map { $0 > game.shown.sequence.value } ?? false
    }

    /// The last event of `game` that the client says it knows, by a tag, a number or the id of an event.
    private func lastSeen(of game: LiveGame) -> Int? {
        if let tags = request.header("if-none-match") {
            return EntityTags.list(tags).compactMap(EntityTags.sequence).max()
        }
        let query = try? Query(request.query)
        let said = request.header("last-event-id") ?? query?["after"] ?? query?["at"]
        guard let text = said else { return nil }
        let parts = text.split(separator: ":")
        guard parts.count < 2 || parts[0] == game.id.text else { return nil }
        return parts.last.flatMap { Int(digits: $0) }
    }
}
