import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rooms/{room}/webhook`: the external address to which the table of each day is posted, for the host only.
enum RoomWebhooks {
    static let routes = [
        Route(.get, "/rooms/{room}/webhook", game: .room, cost: .addressEdit, show),
        // An address can be as long as a small game.
        Route(.put, "/rooms/{room}/webhook", game: .room, cost: .newGame, set),
        // Free, so that a host can always take the address back.
        Route(.delete, "/rooms/{room}/webhook", game: .room, cost: .free, remove),
    ]

    private static func requireHost(_ call: GameCall) throws {
        _ = try call.call.requireHolder()
        guard call.player.isHost else {
            throw Problem.notAllowed("Only the host may see and change where a room posts its days.")
        }
    }

    private static func show(_ call: GameCall) throws -> Outcome {
        try requireHost(call)
        guard let webhook = call.game.committed.room?.webhook else { throw noWebhook }
        return .answer(response(webhook, call))
    }

    private static func set(_ call: GameCall) throws -> Outcome {
        try requireHost(call)
        let body = try RequestBody.object(call.request, known: ["url", "shape", "token"])
        let hosts = call.world.settings.webhookHosts
        guard let url = try body.text("url"), let shape = try body.text("shape") else {
            throw Problem.invalidValue("Send “url” and “shape”.")
        }
        let target = try RoomWebhook.Target(
            url: url, shape: shape, token: try body.text("token"), for: hosts)
        var values: [String: Parameters.Value] = [
            "url": .text(target.url), "shape": .text(target.shape.rawValue),
            // Today is the first day that is posted.
            "settled": .number(call.world.today.number - 1),
        ]
        if let token = target.token { values["token"] = .text(token) }
        let (room, world) = (call.game, call.world)
        return try Perform.command(.act("webhook", Parameters(values)), for: call) { _ in
            world.webhooks?.didChange(room.id)
            guard let webhook = room.committed.room?.webhook else {
                return noWebhook.response(on: nil)
            }
            return response(webhook, call)
        }
    }

    private static func remove(_ call: GameCall) throws -> Outcome {
        try requireHost(call)
        return try Perform.command(.act("webhook", .none), for: call) { _ in Reply.empty(204) }
    }

    private static let noWebhook = Problem(ProblemTable["no-webhook"], "This room has no webhook.")

    private static func response(_ webhook: RoomWebhook, _ call: GameCall) -> HTTPResponse {
        let origin = OutgoingTarget(webhook.target.url)?.origin
        let isAdmitted = origin.map(call.world.settings.webhookHosts.admits) ?? false
        let json = JSONWriter.object { json in
            json.field("url", webhook.target.maskedURL)
            json.field("shape", webhook.target.shape.rawValue)
            json.field("since", time(webhook.since))
            json.field("admitted", isAdmitted)
            if let last = webhook.last {
                json.object("last") { json in
                    json.field("date", last.day.description)
                    json.field("outcome", last.outcome.rawValue)
                    json.field("reason", last.reason)
                    json.field("time", time(last.time))
                }
            }
            if let pending = webhook.pending {
                json.object("pending") { json in
                    json.field("date", pending.day.description)
                    json.field("attempts", pending.attempts)
                    json.field("reason", pending.reason)
                    json.field("next", time(pending.next))
                }
            }
            if let telling = webhook.telling { json.field("telling", telling.day.description) }
        }
        return Reply.json(json, headers: [("Vary", "Authorization")])
    }

    private static func time(_ milliseconds: Int) -> String {
        Timestamp(milliseconds: Int64(milliseconds)).rfc3339
    }
}
