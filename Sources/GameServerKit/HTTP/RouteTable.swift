import GameCore
import GameJSON
import GameStore

/// Every address of the server.
enum RouteTable {
    static var all: [Route] {
        board + board.map(\.ofLobby) + Events.routes + Cursors.routes + Seats.routes + Prompts.routes
            + Rules.routes + Games.routes + Transfer.routes + Share.routes + Daily.routes
            + Leaderboards.routes
            + Puzzles.routes + LexiconWords.routes + Analysis.routes + Operations.routes
    }

    /// The routes that the lobby has at the root too: `/board…`, `/history` and `/actions…`.
    private static var board: [Route] {
        Boards.routes + EditCell.routes + History.routes + Actions.routes
    }
}
