import EventIO
import GameCore
import Synchronization

/// One board as of the last commit, for whichever loop is asked for it: one answer for each medium, made when
/// it is first wanted after a change.
///
/// What is shown here is committed, and it is shown before anybody is told of it: whoever has heard of an
/// event and asks again, on whatever loop, gets a board that has it.
nonisolated final class PublishedBoard: PublishedDocument {
    /// What is shown, and what was made of it already.
    private struct Edition {
        var board: BoardPicture
        var game: GamePicture
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
    init(_ board: BoardPicture, of game: GamePicture, _ scorer: BoardScorer?, isShared: Bool) {
        self.isShared = isShared
        edition = Locked(Edition(board: board, game: game, json: BoardJSON(scorer)))
    }

    /// Shows this board of this game from now on.
    func show(_ board: BoardPicture, of game: GamePicture) {
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
