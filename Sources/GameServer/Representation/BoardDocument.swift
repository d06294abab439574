import EventIO
import GameCore

/// The media in which a board can be had.
enum BoardMedium: String, CaseIterable {
    case json = "application/json"
    case text = "text/plain"
    case svg = "image/svg+xml"

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

/// A board as it is given out: one answer for each medium, made when it is first asked for after a change.
final class BoardDocument {
    private let json = BoardJSON()
    private let scorer: BoardScorer?
    private var board: BoardPicture
    private var answers: [BoardMedium: HTTPResponse] = [:]
    private var binding: Subscription?

    /// The document of the board that `viewModel` shows.
    init(_ viewModel: BoardViewModel, _ scorer: BoardScorer?) {
        self.scorer = scorer
        board = viewModel.board.value
        binding = viewModel.board.bind { [weak self] board in
            self?.board = board
            self?.answers = [:]
        }
    }

    /// The quoted sequence of the board that is given out; with the board, where each viewer has another.
    static func tag(_ game: GamePicture, _ board: Int, at sequence: SequenceNumber? = nil) -> String {
        "\"\(sequence ?? game.sequence)\(game.hasPrivateBoards ? "-s\(board)" : "")\""
    }

    /// The answer for the board in `medium`; `game` is the picture that the board was last shown in.
    func answer(_ medium: BoardMedium, of game: GamePicture) -> HTTPResponse {
        if let answer = answers[medium] { return answer }
        let body =
            medium == .json ? json.bytes(board, of: game, scorer) : medium.bytes(board, of: game, scorer)
        let answer = Self.response(medium, body, of: game, tag: Self.tag(game, board.number))
        answers[medium] = answer
        return answer
    }

    static func response(
        _ medium: BoardMedium, _ body: [UInt8], of game: GamePicture, tag: String
    ) -> HTTPResponse {
        let type = medium == .text ? "text/plain; charset=utf-8" : medium.rawValue
        return Reply.respond(200, type, body, [("ETag", tag), vary(game)], cache: "no-cache")
    }

    static func unchanged(of game: GamePicture, tag: String) -> HTTPResponse {
        Reply.empty(304, headers: [("ETag", tag), ("Cache-Control", "no-cache"), vary(game)])
    }

    private static func vary(_ game: GamePicture) -> (name: String, value: String) {
        ("Vary", game.hasPrivateBoards ? "Accept, Authorization" : "Accept")
    }
}
