import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rooms/{room}/results.csv`: the past games for a spreadsheet, one line for each member and game.
enum RoomResults {
    static let routes = [
        Route(.get, "/rooms/{room}/results.csv", game: .room, cost: .addressEdit, show)
    ]

    private static func show(_ call: GameCall) throws -> Outcome {
        _ = try call.call.requireHolder()
        guard call.player.isHost else { throw Problem.notAllowed("Only the host may have the results.") }
        let name = call.game.id.room?.text ?? ""
        return .answer(
            Reply.response(
                200, "text/csv; charset=utf-8", call.game.committed.results,
                [
                    ("Content-Disposition", "attachment; filename=\"\(name).csv\""),
                    ("Vary", "Authorization"),
                ],
                cache: "no-store"))
    }
}

extension GameState {
    /// The past games of this room as a table, newest first.
    fileprivate var results: [UInt8] {
        var table = CSV([
            "game", "rules", "began", "ended", "player", "name", "state", "won", "points", "seconds",
        ])
        for game in room?.past ?? [] {
            for member in membersInOrder { table.add(row(of: member, in: game)) }
        }
        return table.bytes
    }

    private func row(of member: SeatedPlayer, in game: RoomState.Game) -> [String] {
        let seat = game.players.first { $0.value == member.player }?.key
        let played = seat.map { seat in
            let times = (try? game.result?.group("times")) ?? nil
            let scores = (try? game.result?.group("scores")) ?? nil
            let winners = (try? game.result?.list("winners")) ?? []
            return [
                "played", winners.contains(.number(seat.number)) ? "1" : "0",
                scores?.number(of: seat).map { String($0) } ?? "",
                times?.number(of: seat).map { Duration.milliseconds($0).jsonSeconds } ?? "",
            ]
        }
        return [
            game.id.text, game.rules, Self.time(game.begun), game.ended.map(Self.time) ?? "",
            member.player?.text ?? "", member.name.text,
        ] + (played ?? ["absent", "", "", ""])
    }

    private static func time(_ milliseconds: Int) -> String {
        Timestamp(milliseconds: Int64(milliseconds)).rfc3339
    }
}

extension Parameters {
    fileprivate func number(of seat: Seat) -> Int? {
        if case .number(let number) = values[String(seat.number)] { number } else { nil }
    }
}
