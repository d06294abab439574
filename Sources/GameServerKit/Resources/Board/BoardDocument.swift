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
    /// A stream of pictures for a terminal.
    case ansi = "text/x-ansi"

    /// The best medium for an `Accept` header; nil if it accepts none.
    init?(accepted header: String?) {
        // Fast paths for the headers that nearly every client sends.
        guard let header, header != "*/*" else {
            self = .json
            return
        }
        if let named = Self(rawValue: header) {
            self = named
            return
        }
        // The stream never ends: a client gets it only by name, not by a range such as `text/*`.
        let namesStream = header.lowercased().contains(Self.ansi.rawValue)
        let offered = namesStream ? Self.types : Self.documentTypes
        guard let type = Accept.choose(header, from: offered) else { return nil }
        self.init(rawValue: type)
    }

    /// Whether the board is sent as a stream, again at each change.
    var isStreamed: Bool {
        switch self {
        case .ansi: true
        case .json, .text, .svg: false
        }
    }

    /// Whether an element such as `<img>` of a page can show the board.
    var isPicture: Bool {
        switch self {
        case .svg: true
        case .json, .text, .ansi: false
        }
    }

    private static let types = allCases.map(\.rawValue)
    private static let documentTypes = allCases.filter { !$0.isStreamed }.map(\.rawValue)

    /// The value of `Content-Type`.
    var contentType: String {
        switch self {
        case .text, .ansi: rawValue + "; charset=utf-8"
        case .json, .svg: rawValue
        }
    }

    /// The extension in paths such as `/board.svg`.
    var fileExtension: String {
        switch self {
        case .json: "json"
        case .text: "txt"
        case .svg: "svg"
        case .ansi: "ansi"
        }
    }

    func bytes(_ board: BoardState, of game: GameState, _ scorer: BoardScorer?) -> [UInt8] {
        switch self {
        case .text: return Array(board.plainText.utf8)
        case .svg: return Array(board.svg.utf8)
        case .ansi: return Array(board.terminalPicture(of: game, for: nil).utf8)
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

    init(
        _ viewModel: BoardViewModel, of game: GameState, _ scorer: BoardScorer?, isShared: Bool, epoch: String
    ) {
        board = viewModel.board.value
        published = PublishedBoard(board, of: game, scorer, isShared: isShared, epoch: epoch)
        binding = viewModel.board.bind { [weak self] in self?.board = $0 }
    }

    /// Publishes the view model's board as part of `game`.
    func publish(of game: GameState) {
        published.update(board, of: game)
    }

    /// The entity tag of a board in `game`, different for each medium.
    ///
    /// - Parameter epoch: That of the store.
    nonisolated static func tag(
        _ game: GameState, _ board: Int, _ medium: BoardMedium, epoch: String
    ) -> String {
        tag(game.sequence, board: game.hasPrivateBoards ? board : nil, medium, epoch: epoch)
    }

    /// The quoted `sequence`, with the medium unless it is JSON, the number of a private board, and the epoch
    /// of a database that was restored.
    nonisolated static func tag(
        _ sequence: SequenceNumber, board: Int?, _ medium: BoardMedium = .json, epoch: String
    ) -> String {
        let form = medium == .json ? "" : "-" + medium.fileExtension
        let seat = board.map { "-s" + String($0) } ?? ""
        return "\"" + sequence.description + form + seat + EntityTags.suffix(of: epoch) + "\""
    }

    nonisolated static func response(
        _ medium: BoardMedium, _ body: [UInt8], of game: GameState, tag: String
    ) -> HTTPResponse {
        let headers = [("ETag", tag), vary(game)]
        return Reply.response(
            200, medium.contentType, medium == .json ? body + [Reply.lineFeed] : body, headers,
            cache: "no-cache", security: security(medium, of: game))
    }

    nonisolated static func unchanged(
        _ medium: BoardMedium, of game: GameState, tag: String
    ) -> HTTPResponse {
        let headers = [("ETag", tag), ("Cache-Control", "no-cache"), vary(game)]
        return Reply.empty(304, headers: headers, security: security(medium, of: game))
    }

    /// Any site may show pictures of a public board, and of a finished game that is not personal.
    nonisolated static func security(
        _ medium: BoardMedium, of game: GameState
    ) -> [(name: String, value: String)] {
        let isForAnySite = game.setup.isPublic || game.phase == .finished && !game.setup.isPersonal
        return medium.isPicture && isForAnySite ? Reply.pictureForAnySite : Reply.security
    }

    /// The `Vary` header of every answer with a board.
    nonisolated static func vary(_ game: GameState) -> (name: String, value: String) {
        ("Vary", game.hasPrivateBoards || game.setup.sharesTask ? "Accept, Authorization" : "Accept")
    }
}

/// The committed board, for all loops; each medium's answer is made on first use after a change.
///
/// It is updated after the commit and before the event is announced, so a client that knows of an event gets
/// a board that includes it, from any loop.
nonisolated final class PublishedBoard: PublishedDocument {
    private struct PreparedAnswer {
        let medium: BoardMedium
        /// The tag for which a 304 answer is valid; nil for an answer with the board.
        let unchangedTag: String?
        let response: HTTPResponse
    }

    /// The board, and the answers made from it so far.
    private struct Edition {
        var board: BoardState
        var game: GameState
        var json: BoardJSON
        /// Most boards are read in one medium, for which an array takes less memory than a dictionary.
        private var answers: [PreparedAnswer] = []
        private let epoch: String

        init(_ board: BoardState, of game: GameState, _ json: BoardJSON, epoch: String) {
            self.board = board
            self.game = game
            self.json = json
            self.epoch = epoch
        }

        func tag(_ medium: BoardMedium) -> String {
            BoardDocument.tag(game, board.number, medium, epoch: epoch)
        }

        mutating func update(_ board: BoardState, of game: GameState) {
            self.board = board
            self.game = game
            answers.removeAll(keepingCapacity: true)
        }

        mutating func answer(_ medium: BoardMedium) -> HTTPResponse {
            if let answer = answers.first(where: { $0.medium == medium && $0.unchangedTag == nil }) {
                return answer.response
            }
            let body =
                medium == .json ? json.bytes(board, of: game) : medium.bytes(board, of: game, json.scorer)
            let response = BoardDocument.response(medium, body, of: game, tag: tag(medium)).preparedForReuse()
            return add(PreparedAnswer(medium: medium, unchangedTag: nil, response: response))
        }

        /// The 304 answer in `medium` if it has been made for `tag`.
        func answerUnchanged(_ medium: BoardMedium, since tag: String) -> HTTPResponse? {
            answers.first { $0.medium == medium && $0.unchangedTag == tag }?.response
        }

        mutating func answerUnchanged(_ medium: BoardMedium) -> HTTPResponse {
            let tag = tag(medium)
            if let answer = answerUnchanged(medium, since: tag) { return answer }
            let response = BoardDocument.unchanged(medium, of: game, tag: tag).preparedForReuse()
            return add(PreparedAnswer(medium: medium, unchangedTag: tag, response: response))
        }

        private mutating func add(_ answer: PreparedAnswer) -> HTTPResponse {
            answers.reserveCapacity(answers.count + 1)
            answers.append(answer)
            return answer.response
        }
    }

    private let edition: Locked<Edition>
    private let wasRead = Atomic(false)
    private let isShared: Bool

    /// - Parameter isShared: Whether other nodes may change the game.
    init(_ board: BoardState, of game: GameState, _ scorer: BoardScorer?, isShared: Bool, epoch: String) {
        self.isShared = isShared
        edition = Locked(Edition(board, of: game, BoardJSON(scorer), epoch: epoch))
    }

    /// Replaces the board and discards the prepared answers.
    func update(_ board: BoardState, of game: GameState) {
        edition.withLock { $0.update(board, of: game) }
    }

    func answer(_ medium: BoardMedium) -> HTTPResponse {
        edition.withLock { $0.answer(medium) }
    }

    /// Clears the flag that each read sets, and returns whether it was set.
    func clearReadFlag() -> Bool { wasRead.exchange(false, ordering: .relaxed) }

    /// Answers plain reads of a board that everybody may see.
    ///
    /// Requests with a query or a token, long polls, and streams are left to the main actor.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        guard request.query == nil, request.header("authorization") == nil,
            let medium = BoardMedium(accepted: request.header("accept")), !medium.isStreamed
        else { return nil }
        let known = request.header("if-none-match")
        if known != nil, request.header("prefer") != nil { return nil }
        wasRead.store(true, ordering: .relaxed)
        return edition.withLock { edition in
            guard edition.game.shows(edition.board.number, to: nil) else { return nil }
            if let known, let answer = edition.answerUnchanged(medium, since: known) { return answer }
            // A client that names the sequence it knows can be answered here. Any other must get everything
            // that is committed, perhaps by another node, so the main actor asks the store first.
            guard !isShared || EntityTags.names(known, upTo: edition.game.sequence.value) else { return nil }
            guard let known, EntityTags.weaklyMatch(known, edition.tag(medium)) else {
                return edition.answer(medium)
            }
            return edition.answerUnchanged(medium)
        }
    }
}
