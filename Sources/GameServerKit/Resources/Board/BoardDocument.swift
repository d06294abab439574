import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// The media types of a board.
nonisolated enum BoardMedium: String, CaseIterable {
    case json = "application/json"
    case text = "text/plain"
    case svg = "image/svg+xml"

    /// The best medium for an `Accept` header; nil if it accepts none.
    init?(accepted header: String?) {
        guard let type = Accept.choose(header, from: Self.types) else { return nil }
        self.init(rawValue: type)
    }

    private static let types = allCases.map(\.rawValue)

    /// The extension in paths such as `/board.svg`.
    var fileExtension: String {
        switch self {
        case .json: "json"
        case .text: "txt"
        case .svg: "svg"
        }
    }

    func bytes(_ board: BoardState, of game: GameState, _ scorer: BoardScorer?) -> [UInt8] {
        switch self {
        case .text: return Array(board.plainText.utf8)
        case .svg: return Array(board.svg.utf8)
        case .json:
            var json = JSONWriter()
            board.write(to: &json, of: game, scorer)
            return json.bytes
        }
    }
}

/// A board as a resource: follows the view model, and publishes the board after each commit.
final class BoardDocument {
    let published: PublishedBoard
    private var board: BoardState
    private var binding: Subscription?

    init(_ viewModel: BoardViewModel, of game: GameState, _ scorer: BoardScorer?, isShared: Bool) {
        board = viewModel.board.value
        published = PublishedBoard(board, of: game, scorer, isShared: isShared)
        binding = viewModel.board.bind { [weak self] in self?.board = $0 }
    }

    /// Publishes the view model's board as part of `game`.
    func publish(of game: GameState) {
        published.update(board, of: game)
    }

    /// The entity tag of a board in `game`.
    nonisolated static func tag(_ game: GameState, _ board: Int) -> String {
        tag(game.sequence, board: game.hasPrivateBoards ? board : nil)
    }

    /// The quoted `sequence`, with the number of the board if boards are private.
    nonisolated static func tag(_ sequence: SequenceNumber, board: Int?) -> String {
        "\"" + sequence.description + (board.map { "-s" + String($0) } ?? "") + "\""
    }

    nonisolated static func response(
        _ medium: BoardMedium, _ body: [UInt8], of game: GameState, tag: String
    ) -> HTTPResponse {
        let type = medium == .text ? "text/plain; charset=utf-8" : medium.rawValue
        return Reply.response(200, type, body, [("ETag", tag), vary(game)], cache: "no-cache")
    }

    nonisolated static func unchanged(of game: GameState, tag: String) -> HTTPResponse {
        Reply.empty(304, headers: [("ETag", tag), ("Cache-Control", "no-cache"), vary(game)])
    }

    nonisolated private static func vary(_ game: GameState) -> (name: String, value: String) {
        ("Vary", game.hasPrivateBoards ? "Accept, Authorization" : "Accept")
    }
}

/// The committed board, for all loops; each medium's answer is made on first use after a change.
///
/// It is updated after the commit and before the event is announced, so a client that knows of an event gets
/// a board that includes it, from any loop.
nonisolated final class PublishedBoard: PublishedDocument {
    /// The board, and the answers made from it so far.
    private struct Edition {
        var board: BoardState
        var game: GameState
        var json: BoardJSON
        var answers: [BoardMedium: HTTPResponse] = [:]
        /// The 304 answer, and the tag for which it is valid.
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
    private let wasRead = Atomic(false)
    private let isShared: Bool

    /// - Parameter isShared: Whether other nodes may change the game.
    init(_ board: BoardState, of game: GameState, _ scorer: BoardScorer?, isShared: Bool) {
        self.isShared = isShared
        edition = Locked(Edition(board: board, game: game, json: BoardJSON(scorer)))
    }

    /// Replaces the board and discards the prepared answers.
    func update(_ board: BoardState, of game: GameState) {
        edition.withLock { edition in
            edition.board = board
            edition.game = game
            edition.answers.removeAll(keepingCapacity: true)
            edition.unchanged = nil
        }
    }

    func answer(_ medium: BoardMedium) -> HTTPResponse {
        edition.withLock { $0.answer(medium) }
    }

    /// Clears the flag that each read sets, and returns whether it was set.
    func clearReadFlag() -> Bool { wasRead.exchange(false, ordering: .relaxed) }

    /// Answers plain reads of a board that everybody may see.
    ///
    /// Requests with a query or a token, and long polls, are left to the main actor.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        guard request.query == nil, request.header("authorization") == nil,
            let medium = BoardMedium(accepted: request.header("accept"))
        else { return nil }
        let known = request.header("if-none-match")
        if known != nil, request.header("prefer") != nil { return nil }
        wasRead.store(true, ordering: .relaxed)
        return edition.withLock { edition in
            guard edition.game.shows(edition.board.number, to: nil) else { return nil }
            if let unchanged = edition.unchanged, unchanged.tag == known { return unchanged.answer }
            // A client that names the sequence it knows can be answered here. Any other must get everything
            // that is committed, perhaps by another node, so the main actor asks the store first.
            guard !isShared || EntityTags.names(known, upTo: edition.game.sequence.value) else { return nil }
            guard let known, EntityTags.weaklyMatch(known, edition.tag) else {
                return edition.answer(medium)
            }
            return edition.answerUnchanged()
        }
    }
}
