import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

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
    func bytes(_ picture: BoardState, of game: GameState, _ scorer: BoardScorer?) -> [UInt8] {
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
    private var board: BoardState
    private var binding: Subscription?

    /// The document of the board that `viewModel` shows, in `game`.
    init(_ viewModel: BoardViewModel, of game: GameState, _ scorer: BoardScorer?, isShared: Bool) {
        board = viewModel.board.value
        published = PublishedBoard(board, of: game, scorer, isShared: isShared)
        binding = viewModel.board.bind { [weak self] in self?.board = $0 }
    }

    /// Gives out the board as it was shown last; `game` is the picture that it is part of.
    func publish(of game: GameState) {
        published.show(board, of: game)
    }

    /// The quoted sequence of the board that is given out; with the board, where each viewer has another.
    nonisolated static func tag(_ game: GameState, _ board: Int) -> String {
        tag(game.sequence, board: game.hasPrivateBoards ? board : nil)
    }

    /// The quoted `sequence`; with the `board`, where each viewer has another.
    nonisolated static func tag(_ sequence: SequenceNumber, board: Int?) -> String {
        "\"" + sequence.description + (board.map { "-s" + String($0) } ?? "") + "\""
    }

    nonisolated static func response(
        _ medium: BoardMedium, _ body: [UInt8], of game: GameState, tag: String
    ) -> HTTPResponse {
        let type = medium == .text ? "text/plain; charset=utf-8" : medium.rawValue
        return Reply.respond(200, type, body, [("ETag", tag), vary(game)], cache: "no-cache")
    }

    nonisolated static func unchanged(of game: GameState, tag: String) -> HTTPResponse {
        Reply.empty(304, headers: [("ETag", tag), ("Cache-Control", "no-cache"), vary(game)])
    }

    nonisolated private static func vary(_ game: GameState) -> (name: String, value: String) {
        ("Vary", game.hasPrivateBoards ? "Accept, Authorization" : "Accept")
    }
}

/// One board as of the last commit, for whichever loop is asked for it: one answer for each medium, made when
/// it is first wanted after a change.
///
/// What is shown here is committed, and it is shown before anybody is told of it: whoever has heard of an
/// event and asks again, on whatever loop, gets a board that has it.
nonisolated final class PublishedBoard: PublishedDocument {
    /// What is shown, and what was made of it already.
    private struct Edition {
        var board: BoardState
        var game: GameState
        var json: BoardJSON
        var answers: [BoardMedium: HTTPResponse] = [:]
        /// What is told to those who know the board as it is, and by which tag most of them know it.
        var unchanged: (tag: String, answer: HTTPResponse)?

        var tag: String { BoardDocument.tag(game, board.number) }

        mutating func answer(_ medium: BoardMedium) -> HTTPResponse {
            if let answer = answers[medium] { return answer }
            let body =
                medium == .json ? json.bytes(board, of: game) : medium.bytes(board, of: game, json.scorer)
            let answer = BoardDocument.response(medium, body, of: game, tag: tag).preparedForReuse()
            answers[medium] = answer
            return answer
        }

        mutating func answerUnchanged() -> HTTPResponse {
            if let unchanged { return unchanged.answer }
            let tag = tag
            let answer = BoardDocument.unchanged(of: game, tag: tag).preparedForReuse()
            unchanged = (tag, answer)
            return answer
        }
    }

    private let edition: Locked<Edition>
    private let wanted = Atomic(false)
    private let isShared: Bool

    /// Shows `board` of `game`, which others may change in another process if it is shared.
    init(_ board: BoardState, of game: GameState, _ scorer: BoardScorer?, isShared: Bool) {
        self.isShared = isShared
        edition = Locked(Edition(board: board, game: game, json: BoardJSON(scorer)))
    }

    /// Shows this board of this game from now on.
    func show(_ board: BoardState, of game: GameState) {
        edition.withLock { edition in
            edition.board = board
            edition.game = game
            edition.answers.removeAll(keepingCapacity: true)
            edition.unchanged = nil
        }
    }

    /// The answer for the board in `medium`.
    func answer(_ medium: BoardMedium) -> HTTPResponse {
        edition.withLock { $0.answer(medium) }
    }

    /// Whether anybody has asked since this was last read.
    func wasAsked() -> Bool { wanted.exchange(false, ordering: .relaxed) }

    /// The plain question for a board that everybody may see.
    ///
    /// Moments, waiting and tokens are matters of the game world.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        guard request.query == nil, request.header("authorization") == nil,
            let medium = BoardMedium(accepted: request.header("accept"))
        else { return nil }
        let known = request.header("if-none-match")
        if known != nil, request.header("prefer") != nil { return nil }
        wanted.store(true, ordering: .relaxed)
        return edition.withLock { edition in
            guard edition.game.shows(edition.board.number, to: nil) else { return nil }
            if let unchanged = edition.unchanged, unchanged.tag == known { return unchanged.answer }
            // Whoever says what they have seen goes on from there; all others get what is saved by now.
            guard !isShared || EntityTags.names(known, upTo: edition.game.sequence.value) else { return nil }
            guard let known, EntityTags.weaklyMatch(known, edition.tag) else {
                return edition.answer(medium)
            }
            return edition.answerUnchanged()
        }
    }
}
