import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rooms/{room}/codes` and `/rooms/join`: six-digit codes for joining a room, for example in a class.
enum RoomCodes {
    static let routes = [
        Route(.post, "/rooms/{room}/codes", game: .room, cost: .addressEdit, making: .something, make),
        Route(.post, "/rooms/join", cost: .addressEdit, making: .something, join),
    ]

    /// The name that no room can have, because its path is that of another route.
    static let reservedName = "join"

    private static func make(_ call: GameCall) throws -> Outcome {
        _ = try call.call.requireHolder()
        _ = try RequestBody.object(call.request, known: [])
        guard call.player.isHost else { throw Problem.notAllowed("Only the host may make a code.") }
        guard let name = call.game.id.room else { throw Problem.noSuchRoom }
        make(for: name, created: call.game.setup.created, call.call, tries: Settings.roomCodeTries)
        return .later
    }

    /// Makes a code whose digits no other room has.
    private static func make(for room: RoomName, created: Timestamp, _ call: Call, tries: Int) {
        let now = call.world.now
        let digits = String(Int.random(in: 1_000_000..<2_000_000)).dropFirst()
        let code = RoomCode(
            digits: String(digits), room: room, roomCreated: created,
            expires: now + Settings.roomCodeLifetime)
        call.world.store.roomCodes.add(code, at: now) { added in
            switch added {
            case .failure: call.finish(.failure(.storeUnavailable))
            case .success(true): call.finish(.success(Reply.json(code.json, status: 201)))
            case .success(false) where tries > 1:
                make(for: room, created: created, call, tries: tries - 1)
            case .success(false): call.finish(.failure(.storeBusy))
            }
        }
    }

    private static func join(_ call: Call) throws -> Outcome {
        _ = try call.requireHolder()
        let body = try RequestBody.object(call.request, known: ["code"])
        guard let typed = try body.text("code") else { throw Problem.invalidValue("“code” is missing.") }
        let digits = typed.filter { $0 != " " && $0 != "-" }
        guess(digits, call) { found in
            switch found {
            case .failure(let problem): call.finish(.failure(problem))
            case .success(let code): join(code, call)
            }
        }
        return .later
    }

    /// Tries a code, which counts as wrong until it is found.
    ///
    /// Serves one guess of an address at a time, so that a class that types the right code at once does not
    /// reach the limit of wrong codes.
    private static func guess(
        _ digits: String, _ call: Call, _ answer: @escaping (Result<RoomCode, Problem>) -> Void
    ) {
        let (world, client) = (call.world, call.client)
        world.countingQueue.enqueue(call.address) { done in
            let finish = { (result: Result<RoomCode, Problem>) in
                done()
                answer(result)
            }
            do throws(Problem) { try world.limits.chargeCode(client) } catch {
                return finish(.failure(error))
            }
            guard digits.utf8.count == 6, Int(digits: digits) != nil else {
                return finish(.failure(wrongCode))
            }
            let limit = Settings.wrongCodesPerRoomCode
            world.store.roomCodes.roomCode(digits, at: world.now, wrongCodes: limit) { found in
                // Returned also when the store fails, because the client has learned nothing.
                if case .success(nil) = found {} else { world.limits.returnCode(client) }
                finish(
                    found.mapError { _ in .storeUnreadable }
                        .flatMap { $0.map(Result.success) ?? .failure(wrongCode) })
            }
        }
    }

    private static let wrongCode = Problem(
        ProblemTable["no-such-code"], "The code is wrong or no longer valid; the host can make a new one.")

    /// Makes the sender a member of the room, and redirects to the room.
    private static func join(_ code: RoomCode, _ call: Call) {
        call.world.games.wake(GameID(room: code.room), for: .server) { found in
            guard case .success(let room) = found else { return call.finish(.failure(.storeUnreadable)) }
            // The operator may have deleted the room of the code.
            guard let room, room.setup.created.milliseconds == code.roomCreated.milliseconds else {
                return call.finish(.failure(wrongCode))
            }
            let newcomer = GameCall(call: call, game: room, player: .spectator, seesLetters: true)
            let welcome = Reply.empty(303, headers: [("Location", "/rooms/\(code.room)")])
            room.bringUpToDate { _ in call.goOn { try RoomResource.join(newcomer) { welcome } } }
        }
    }
}

extension RoomCode {
    fileprivate nonisolated var json: [UInt8] {
        JSONWriter.object { json in
            json.field("code", digits)
            json.field("expires", expires.rfc3339)
        }
    }
}
