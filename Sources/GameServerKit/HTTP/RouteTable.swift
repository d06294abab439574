import GameCore
import GameJSON
import GameStore

/// All routes of the server, except those of the page's files.
enum RouteTable {
    static var all: [Route] {
        board + board.map(\.lobbyAlias) + Events.routes + Cursors.routes + Reactions.routes
            + Seats.routes + Prompts.routes + Rules.routes + Games.routes + Transfer.routes
            + Share.routes + BoardCard.routes + Review.routes + Daily.routes + Leaderboards.routes
            + Players.routes + LinkCodes.routes
            + board.map(\.roomAlias) + RoomResource.routes + RoomCodes.routes + RoomResults.routes
            + RoomDays.routes + RoomWebhooks.routes + ChallengeResource.routes
            + Puzzles.routes + LexiconWords.routes + Analysis.routes + Operations.routes
    }

    /// The routes that the lobby also has at the root, and a room below its address.
    ///
    /// These are `/board…`, `/history` and `/actions…`.
    private static var board: [Route] {
        Boards.routes + EditCell.routes + History.routes + Actions.routes
    }
}
