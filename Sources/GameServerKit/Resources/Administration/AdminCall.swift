import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// A request of `GameServer admin` on the control socket.
struct AdminCall {
    let world: World
    let store: any StoreAdministration
    let bans: Bans
    /// The fields of the JSON body.
    let body: [String: JSONValue]
    /// The path of the audit log.
    private let audit: String
    private let command: String
    private let call: Call

    init(
        _ call: Call, _ command: String, _ store: any StoreAdministration, _ bans: Bans, audit: String
    ) throws {
        (self.call, self.command, self.store, self.bans) = (call, command, store, bans)
        (world, self.audit) = (call.world, audit)
        body = try RequestBody.object(fromJSON: call.request.body, known: nil)
    }

    /// Answers with a report, and writes a line to the audit log.
    func finish(_ report: Report) {
        record("done")
        call.pending.send(report.response(to: call.request))
    }

    func finish(_ problem: Problem) {
        record(problem.kind.code)
        call.pending.send(problem.response())
    }

    /// Answers with the report that `report` makes of a result, or with the store's failure.
    func finish<Value>(_ result: Result<Value, StoreFailure>, _ report: (Value) -> Report) {
        switch result {
        case .success(let value): finish(report(value))
        case .failure: finish(.storeUnavailable)
        }
    }

    /// The line names no player: a deleted name would stay in the log.
    private func record(_ outcome: String) {
        var fields: [(name: String, value: LogFormat.Value)] = [
            ("command", .text(command)), ("outcome", .text(outcome)),
        ]
        for name in ["game", "room", "challenge", "puzzle", "address", "level", "rules", "day"] {
            if case .text(let text) = body[name] { fields.append((name, .text(text))) }
        }
        do { try LogFile(audit).append(LogFormat.logfmt.line(fields)) } catch { world.log.error("\(error)") }
    }

    /// The game that the body names.
    ///
    /// - Throws: `no-such-game` for a malformed id.
    var game: GameID {
        get throws {
            guard let text = try body.text("game"), let id = GameID(text), id.isGame else {
                throw Problem.noSuchGame
            }
            return id
        }
    }

    /// The player's name under `field`.
    func name(_ field: String) throws -> PlayerName { try PlayerName(body.text(field) ?? "") }

    /// The player with a key whom the body names by id; nil for a name.
    var playerID: PlayerID? {
        get throws { try body.text("name").flatMap(PlayerID.init(_:)) }
    }

    /// The size of a page of a list.
    var limit: Int {
        get throws { try body.number("limit").map { min(max($0, 1), 1000) } ?? 50 }
    }

    /// Calls `done` with the awake game, or answers `no-such-game`.
    func wake(_ id: GameID, _ done: @escaping (LiveGame) -> Void) {
        world.games.wake(id, for: .server) { found in
            switch found {
            case .failure: finish(.storeUnavailable)
            case .success(nil): finish(.noSuchGame)
            case .success(let game?): done(game)
            }
        }
    }

    /// Changes a game with `work` while it is out of memory; then calls `done`, or answers with the failure.
    func change(
        _ id: GameID, _ work: @escaping (@escaping StoreAnswer<Void>) -> Void, _ done: @escaping () -> Void
    ) {
        world.games.withdraw(id) { restore in
            work { result in
                restore()
                if case .success = result { done() } else { finish(.storeUnavailable) }
            }
        }
    }

    /// Removes what was deleted from the log of the store's files too, and answers with `report`.
    func finishDeletion(_ report: Report) {
        store.purge { finish($0) { report } }
    }

    /// Collects at most `limit` games that `isWanted`, and the cursor after them.
    func games(
        after cursor: String?, limit: Int, found: [StoredGameSummary] = [],
        where isWanted: @escaping (StoredGameSummary) -> Bool,
        _ done: @escaping (Result<InventoryPage<StoredGameSummary>, StoreFailure>) -> Void
    ) {
        let size = min(limit - found.count, Settings.administrationPage)
        store.inventory(after: cursor, limit: size) { page in
            guard case .success(let page) = page else { return done(page) }
            let all = found + page.rows.filter(isWanted)
            guard let next = page.next, all.count < limit else {
                return done(.success(InventoryPage(rows: all, next: page.next)))
            }
            games(after: next, limit: limit, found: all, where: isWanted, done)
        }
    }
}
