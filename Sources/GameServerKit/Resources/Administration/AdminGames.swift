import EventIO
import GameCore
import GameJSON
import GameStore

/// `games …`, `rooms …`, `puzzles …` and `lobby clear`.
enum AdminGames {
    static let commands: [(String, Administration.Command)] = [
        ("games list", list), ("games details", details), ("games show", { try setListed(true, $0) }),
        ("games hide", { try setListed(false, $0) }), ("games close", close), ("games delete", delete),
        ("rooms list", listRooms), ("rooms delete", deleteRoom), ("puzzles list", listPuzzles),
        ("puzzles delete", deletePuzzle), ("lobby clear", clearLobby),
    ]

    private static func list(_ call: AdminCall) throws {
        let (rules, state) = (try call.body.text("rules"), try call.body.text("state"))
        let search = try call.body.text("search")?.lowercased()
        let isWanted = { (game: StoredGameSummary) in
            game.setup.id.isGame && rules.map { $0 == game.setup.rules } ?? true
                && state.map { $0 == game.phase.rawValue } ?? true
                && search.map { game.contains($0) } ?? true
        }
        call.games(after: try call.body.text("after"), limit: try call.limit, where: isWanted) { found in
            call.finish(found) { page in
                .list(
                    "games", ["id", "rules", "state", "public", "events", "changed", "players", "title"],
                    page.rows.map(\.row), next: page.next)
            }
        }
    }

    private static func details(_ call: AdminCall) throws {
        call.wake(try call.game) { call.finish($0.details) }
    }

    /// `games show` and `games hide`: whether the game is in the public list.
    private static func setListed(_ isPublic: Bool, _ call: AdminCall) throws {
        let id = try call.game
        guard id != .lobby else { throw RuleViolation(.invalidValue, "The lobby is always public.") }
        call.wake(id) { _ in
            call.change(id, { call.store.setPublic(isPublic, id, $0) }) {
                call.wake(id) { call.finish($0.details) }
            }
        }
    }

    private static func close(_ call: AdminCall) throws {
        let id = try call.game
        guard id != .lobby else {
            throw RuleViolation(.invalidValue, "The lobby cannot be closed; see “lobby clear”.")
        }
        call.wake(id) { game in
            game.perform(.act("close", .none), by: Player(seat: nil, isHost: true)) { result in
                switch result {
                case .success:
                    call.finish(
                        .record([
                            ("id", .text(game.id.text)), ("state", .text(game.committed.phase.rawValue)),
                        ]))
                case .failure(let problem): call.finish(problem)
                }
            }
        }
    }

    private static func delete(_ call: AdminCall) throws {
        let id = try call.game
        guard id != .lobby else {
            throw RuleViolation(.invalidValue, "The lobby cannot be deleted; see “lobby clear”.")
        }
        call.wake(id) { _ in
            call.change(id, { call.store.delete([GameDeletion(of: id)], $0) }) {
                call.finishDeletion(.record([("deleted", .text(id.text))]))
            }
        }
    }

    private static func listRooms(_ call: AdminCall) throws {
        let isRoom = { (game: StoredGameSummary) in game.setup.id.room != nil }
        call.games(after: try call.body.text("after"), limit: try call.limit, where: isRoom) { found in
            call.finish(found) { page in
                .list(
                    "rooms", ["room", "public", "events", "changed", "members", "title"],
                    page.rows.map { room in
                        [
                            .text(room.setup.id.room?.text ?? ""), .flag(room.setup.isPublic),
                            .number(room.events), .text(room.changed.rfc3339), .names(room.players),
                            .text(room.setup.title?.text ?? ""),
                        ]
                    }, next: page.next)
            }
        }
    }

    /// Deletes a room with its history; its games stay.
    private static func deleteRoom(_ call: AdminCall) throws {
        guard let name = RoomName(try call.body.text("room") ?? "") else { throw Problem.noSuchRoom }
        let id = GameID(room: name)
        call.world.games.wake(id, for: .server) { found in
            switch found {
            case .failure: call.finish(.storeUnavailable)
            case .success(nil): call.finish(.noSuchRoom)
            case .success:
                call.change(id, { call.store.delete([GameDeletion(of: id)], $0) }) {
                    call.finishDeletion(.record([("deleted", .text(name.text))]))
                }
            }
        }
    }

    private static func listPuzzles(_ call: AdminCall) throws {
        call.store.puzzleInventory(after: try call.body.text("after"), limit: try call.limit) { found in
            call.finish(found) { page in
                .list(
                    "puzzles", ["id", "format", "bytes", "public", "created"],
                    page.rows.map { puzzle in
                        [
                            .text(puzzle.id), .text(puzzle.format), .number(puzzle.bytes),
                            .flag(puzzle.isPublic), .text(puzzle.created.rfc3339),
                        ]
                    }, next: page.next)
            }
        }
    }

    private static func deletePuzzle(_ call: AdminCall) throws {
        let id = try call.body.text("puzzle") ?? ""
        call.store.deletePuzzle(id) { result in
            switch result {
            case .failure: call.finish(.storeUnavailable)
            case .success(false): call.finish(.noSuchPuzzle)
            case .success(true): call.finishDeletion(.record([("deleted", .text(id))]))
            }
        }
    }

    /// Clears the letters and frees the seats.
    private static func clearLobby(_ call: AdminCall) {
        call.wake(.lobby) { lobby in
            let host = Player(seat: nil, isHost: true)
            for seat in lobby.committed.seats.map(\.seat) {
                lobby.perform(.leaveSeat(seat), by: host) { _ in }
            }
            lobby.perform(.act("clear", .none), by: host) { result in
                switch result {
                case .success(let outcome):
                    call.finish(
                        .record([
                            ("board", .text(lobby.committed.boards.first?.text ?? "")),
                            ("sequence", .number(outcome.sequence.value)),
                        ]))
                case .failure(let problem): call.finish(problem)
                }
            }
        }
    }
}

extension LiveGame {
    /// Everything but the letters.
    fileprivate var details: Report {
        let state = committed
        return .record([
            ("id", .text(id.text)), ("rules", .text(setup.rules)),
            ("title", setup.title.map { .text($0.text) } ?? .none),
            ("state", .text(state.phase.rawValue)), ("public", .flag(setup.isPublic)),
            ("created", .text(setup.created.rfc3339)),
            ("changed", .text((recent.time ?? setup.created).rfc3339)),
            ("events", .number(state.sequence.value)),
            ("players", .names(state.seats.map { "\($0.seat.number) \($0.name.text)" })),
            ("spectators", .number(presence.summary.spectators)),
        ])
    }
}

extension StoredGameSummary {
    fileprivate var row: [Report.Value] {
        [
            .text(setup.id.text), .text(setup.rules), .text(phase.rawValue), .flag(setup.isPublic),
            .number(events), .text(changed.rfc3339), .names(players), .text(setup.title?.text ?? ""),
        ]
    }

    fileprivate func contains(_ text: String) -> Bool {
        (players + [setup.id.text, setup.title?.text ?? ""]).contains { $0.lowercased().contains(text) }
    }
}
