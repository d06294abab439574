import EventIO
import GameCore

/// The media in which a board can be had.
nonisolated enum BoardMedium: String, CaseIterable {
    case json = "application/json"
    case text = "text/plain"
    case svg = "image/svg+xml"

    /// The medium that a request wants by its `Accept`; nil when it takes none of them.
    init?(accepted header: String?) {
        guard let type = Accept.choose(header, from: Self.types) else { return nil }
        self.init(rawValue: type)
    }

    private static let types = allCases.map(\.rawValue)

    /// The ending of a path that asks for it: `/board.svg`.
    var ending: String {
        switch self {
        case .json: "json"
        case .text: "txt"
        case .svg: "svg"
        }
    }

    /// The board `picture` of `game` in this medium, written in one go.
    func bytes(_ picture: BoardPicture, of game: GamePicture, _ scorer: BoardScorer?) -> [UInt8] {
        switch self {
        case .text: return Array(picture.plainText.utf8)
        case .svg: return Array(picture.svg.utf8)
        case .json:
            var json = JSONWriter()
            picture.write(to: &json, of: game, scorer)
            return json.bytes
        }
    }
}

/// A board as it is given out: it follows the view model and publishes what that shows after each commit.
final class BoardDocument {
    /// What loops give out.
    let published: PublishedBoard
    private var board: BoardPicture
    private var binding: Subscription?

    /// The document of the board that `viewModel` shows, in `game`.
    init(_ viewModel: BoardViewModel, of game: GamePicture, _ scorer: BoardScorer?, isShared: Bool) {
        board = viewModel.board.value
        published = PublishedBoard(board, of: game, scorer, isShared: isShared)
        binding = viewModel.board.bind { [weak self] in self?.board = $0 }
    }

    /// Gives out the board as it was shown last; `game` is the picture that it is part of.
    func publish(of game: GamePicture) {
        published.show(board, of: game)
    }

    /// The quoted sequence of the board that is given out; with the board, where each viewer has another.
    nonisolated static func tag(_ game: GamePicture, _ board: Int) -> String {
        tag(game.sequence, board: game.hasPrivateBoards ? board : nil)
    }

    /// The quoted `sequence`; with the `board`, where each viewer has another.
    nonisolated static func tag(_ sequence: SequenceNumber, board: Int?) -> String {
        "\"" + sequence.description + (board.map { "-s" + String($0) } ?? "") + "\""
    }

    nonisolated static func response(
        _ medium: BoardMedium, _ body: [UInt8], of game: GamePicture, tag: String
    ) -> HTTPResponse {
        let type = medium == .text ? "text/plain; charset=utf-8" : medium.rawValue
        return Reply.respond(200, type, body, [("ETag", tag), vary(game)], cache: "no-cache")
    }

    nonisolated static func unchanged(of game: GamePicture, tag: String) -> HTTPResponse {
        Reply.empty(304, headers: [("ETag", tag), ("Cache-Control", "no-cache"), vary(game)])
    }

    nonisolated private static func vary(_ game: GamePicture) -> (name: String, value: String) {
        ("Vary", game.hasPrivateBoards ? "Accept, Authorization" : "Accept")
    }
}
