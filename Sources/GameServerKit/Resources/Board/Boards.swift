import EventIO
import GameCore
import GameJSON
import GameStore

/// `GET …/board` and `GET …/boards/{n}`: the current board, a long poll for changes, an earlier board, or a
/// live board for a terminal.
enum Boards {
    static let routes =
        [
            Route(.get, "/games/{id}/board", game: .named, cost: .free, show),
            Route(.get, "/games/{id}/boards/{board}", game: .named, cost: .free, show),
        ]
        + BoardMedium.allCases.map { medium in
            Route(.get, "/games/{id}/board." + medium.fileExtension, game: .named, cost: .free) { call in
                try show(call, medium)
            }
        }

    private static func show(_ call: GameCall) throws -> Outcome {
        guard let medium = BoardMedium(accepted: call.request.header("accept")) else {
            let offered = BoardMedium.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(ProblemTable["not-acceptable"], "A board is available as \(offered).")
        }
        return try show(call, medium)
    }

    private static func show(_ call: GameCall, _ medium: BoardMedium) throws -> Outcome {
        let (game, viewer) = (call.game, call.player.seat)
        let number = try boardNumber(call, awaitsStart: medium.isStreamed)
        let query = try BoardQuery(call.request)
        if let moment = query.moment { return try show(number, at: moment, call, medium) }
        guard !medium.isStreamed else { return try draw(number, call) }
        guard let document = game.document(number) else { throw Problem.noSuchBoard }
        // Evaluated after the wait, when the board may have become hidden.
        let current = {
            game.committed.shows(number, to: viewer)
                ? document.published.answer(medium) : Self.hidden(game).response()
        }
        let epoch = call.world.store.epoch
        let tag = { BoardDocument.tag(game.committed, number, medium, epoch: epoch) }
        let unchanged = {
            game.committed.shows(number, to: viewer) && query.names(tag())
                ? BoardDocument.unchanged(medium, of: game.committed, tag: tag()) : current()
        }
        guard let wait = query.wait, query.isUpToDate(with: game.committed, epoch: epoch, tag) else {
            return .answer(unchanged())
        }
        try call.charge(.poll)
        let poll = ParkedPoll(
            call.pending, address: call.address, account: call.call.account, key: call.call.key,
            hub: call.world.hub, unchanged: unchanged)
        poll.park(
            until: game, seenBy: viewer, passes: query.after ?? game.committed.sequence, wait: wait,
            on: call.world.loop, changed: current)
        return .later
    }

    /// Draws the board on a terminal, now and at each change.
    ///
    /// A stream needs no conditions: `after`, `wait` and entity tags have no effect on it.
    private static func draw(_ number: Int, _ call: GameCall) throws -> Outcome {
        try call.charge(.stream)
        let format = StreamFormat(medium: .terminal, namesGame: false, board: UInt8(clamping: number))
        let vary = BoardDocument.vary(call.game.committed)
        return try Events.follow(call.call, [call], format, headers: [vary], resume: [:])
    }

    /// The number of the requested board; by default the shared one, or the viewer's own.
    ///
    /// - Parameter awaitsStart: Also accepts the own board of a player before the game starts and it exists.
    private static func boardNumber(_ call: GameCall, awaitsStart: Bool) throws -> Int {
        let (game, viewer) = (call.game, call.player.seat)
        let own = game.committed.hasPrivateBoards ? viewer?.number ?? 0 : 0
        let asked = call.parameters["board"].map { Int(digits: $0) } ?? own
        if awaitsStart, let viewer, asked == viewer.number, game.committed.awaitsPrivateBoards {
            return viewer.number
        }
        guard let number = asked, game.committed.boards.numbered(number) != nil else {
            throw Problem.noSuchBoard
        }
        guard game.committed.shows(number, to: viewer) else { throw hidden(game) }
        return number
    }

    private static func hidden(_ game: LiveGame) -> Problem {
        .hidden(
            game.committed.paused == nil
                ? "This board is hidden until the game ends."
                : "The board is hidden while the game is paused.")
    }

    private static func show(
        _ number: Int, at moment: SequenceNumber, _ call: GameCall, _ medium: BoardMedium
    ) throws -> Outcome {
        let game = call.game
        guard moment <= game.committed.sequence else {
            throw Problem(ProblemTable["no-such-moment"], "The game has not come that far yet.")
        }
        let requester = try call.call.requester(.store)
        call.world.store.state(of: game.id, at: moment, for: requester) { found in
            guard case .success(let past) = found else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            guard let state = past else {
                let problem = Problem(
                    ProblemTable["no-such-moment"], "The events of that moment were deleted.")
                return call.pending.send(problem.response())
            }
            guard let board = state.boards.numbered(number) else {
                return call.pending.send(Problem.noSuchBoard.response())
            }
            let body = medium.bytes(board, of: state, game.scorer)
            let tag = BoardDocument.tag(state, number, medium, epoch: call.world.store.epoch)
            call.pending.send(BoardDocument.response(medium, body, of: state, tag: tag))
        }
        return .later
    }

    /// The conditions of a board request: the state that the client has, and how long it will wait.
    private struct BoardQuery {
        let after: SequenceNumber?
        let moment: SequenceNumber?
        let wait: Duration?
        private let tags: String?

        init(_ request: HTTPRequest) throws {
            let query = try Query(request.query)
            after = try query.sequence("after")
            moment = try query.sequence("at")
            tags = request.header("if-none-match")
            let asked = try query.number("wait", in: 0...Settings.maximumPollWait)
            let preferred = tags == nil ? nil : Self.preferredWait(request)
            let seconds = (after == nil ? nil : asked) ?? preferred ?? 0
            wait = seconds > 0 && request.method == .get ? .seconds(seconds) : nil
        }

        /// Whether the client already has the board of `game` with this tag.
        ///
        /// After a restore, a sequence beyond the game's belongs to a lost board.
        func isUpToDate(with game: GameState, epoch: String, _ tag: () -> String) -> Bool {
            if let after { return game.sequence == after || game.sequence < after && epoch.isEmpty }
            return names(tag())
        }

        /// Whether `If-None-Match` names `tag`: only then the answer may be 304, which caches expect of no other
        /// request.
        func names(_ tag: String) -> Bool { tags.map { EntityTags.weaklyMatch($0, tag) } ?? false }

        /// The seconds of `Prefer: wait=S` (RFC 7240), limited to the longest wait.
        private static func preferredWait(_ request: HTTPRequest) -> Int? {
            let preferences = (request.header("prefer") ?? "").split { $0 == "," || $0 == ";" || $0 == " " }
            let wait = preferences.first { $0.lowercased().hasPrefix("wait=") }
            let digits = wait?.dropFirst(5) ?? ""
            guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
            // A number of any length asks for the longest wait.
            return min(Int(digits) ?? .max, Settings.maximumPollWait)
        }
    }
}

extension GameState {
    /// Whether the game has not started yet and its players get private boards at the start.
    fileprivate var awaitsPrivateBoards: Bool { hasPrivateBoards && phase == .waiting }
}
