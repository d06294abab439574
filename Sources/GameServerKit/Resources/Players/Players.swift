import EventIO
import GameCore
import GameJSON
import GameStore

/// `/players`: players, who keep their results and their seats by a key.
enum Players {
    static let routes = [
        Route(.post, "/players", cost: .newPlayer, making: .something, create),
        Route(.get, "/players/me", cost: .addressEdit, show),
        Route(.patch, "/players/me", cost: .addressEdit, change),
        Route(.delete, "/players/me", cost: .addressEdit, erase),
        Route(.delete, "/players/me/keys/{number}", cost: .addressEdit, endKey),
    ]

    private static func create(_ call: Call) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["name", "colour"])
        let player = PlayerRecord(
            id: PlayerID("p" + call.newText("player", length: 10)) ?? .random(), name: try Seats.name(body),
            colour: try Seats.colour(body), created: call.world.now
        )
        let key = Token.key(of: call.newToken)
        let add = {
            call.world.players.store.add(player, key: key.digest) { result in
                call.finish(
                    result.mapError { _ in .storeUnavailable }
                        .map { Reply.json(player.json(key), status: 201) })
            }
        }
        guard call.isRepeated else {
            add()
            return .later
        }
        call.world.players.find(key.digest, at: call.world.now, for: try call.requester(.store)) { found in
            switch found {
            case .failure: call.finish(.failure(.storeUnreadable))
            case .success(let holder?):
                call.finish(.success(Reply.json(holder.player.json(key), status: 201)))
            case .success(nil): add()
            }
        }
        return .later
    }

    private static func change(_ call: Call) throws -> Outcome {
        var player = try call.requireHolder().player
        let body = try RequestBody.object(call.request, known: ["name", "colour"])
        if body["name"] != nil { player.name = try Seats.name(body) }
        if let colour = try Seats.colour(body) { player.colour = colour }
        try call.world.dataLimit.requireRoomForChange()
        let events = max(body.count, 1)
        let (world, requester, changed) = (call.world, try call.requester(.store).persistent, player)
        let count = { done in PlayerChange.renamed(changed.id, in: world, for: requester, done) }
        charge(count, savingEach: events, call) {
            PlayerChange(to: changed, in: world, for: requester).run { result in
                call.finish(
                    result.map { Reply.json(changed.json()) }.mapError {
                        $0 == .playerErased ? Call.unknownKey : .storeUnavailable
                    })
            }
        }
        return .later
    }

    /// Charges the changes of each game that `count` finds to the client's address, then calls `work`.
    ///
    /// Serves one request of an address at a time, so that concurrent requests do not all find the budget
    /// unused.
    private static func charge(
        _ count: @escaping (@escaping StoreAnswer<[PlayedGame]>) -> Void, savingEach events: Int,
        _ call: Call, _ work: @escaping () -> Void
    ) {
        let (world, client) = (call.world, call.client)
        world.countingQueue.enqueue(call.address) { done in
            count { found in
                defer { done() }
                do throws(Problem) {
                    guard case .success(let games) = found else { throw .storeUnreadable }
                    try world.limits.chargeChanges(
                        games.count * max(events, 1), saving: games.count * events, to: client)
                    work()
                } catch { call.finish(.failure(error)) }
            }
        }
    }

    private static func endKey(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player.id
        guard let number = Int(digits: call.parameters["number"] ?? "") else {
            throw Problem(ProblemTable["no-such-key"], "You have no key with this number.")
        }
        call.world.players.store.endKey(number, of: player) { [players = call.world.players] result in
            call.finish(
                Result { () throws(Problem) in
                    guard case .success(let end) = result else { throw .storeUnavailable }
                    switch end {
                    case .ended(let key): players.end(key)
                    case .noSuchKey:
                        throw Problem(ProblemTable["no-such-key"], "You have no key with this number.")
                    case .isLast:
                        throw Problem(
                            ProblemTable["last-key"], "This is your last key. To leave, erase the player.")
                    }
                    return Reply.empty(204)
                })
        }
        return .later
    }

    private static func erase(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player.id
        let (world, requester) = (call.world, try call.requester(.store).persistent)
        let count = { done in world.players.store.games(of: player, .all, limit: .max, for: requester, done) }
        charge(count, savingEach: 0, call) {
            // Another request of the player may have come first.
            guard !world.players.isBeingErased(player) else { return call.finish(.failure(Call.unknownKey)) }
            PlayerErasure(of: player, in: world, for: requester).run { result in
                call.finish(result.mapError { _ in .storeUnavailable }.map { Reply.empty(204) })
            }
        }
        return .later
    }

    private static func show(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player
        let (store, requester) = (call.world.players.store, try call.requester(.store))
        let failed: () -> Void = { call.finish(.failure(.storeUnreadable)) }
        games(of: player.id, call.world, requester) { found in
            guard case .success(let (games, rooms)) = found else { return failed() }
            store.keys(of: player.id, for: requester) { found in
                guard case .success(let keys) = found else { return failed() }
                let firstOpen = Day.current(at: call.world.now).lowerBound
                store.results(of: player.id, firstOpen: firstOpen, for: requester) { found in
                    guard case .success(let results) = found else { return failed() }
                    let profile = Profile(
                        player: player, keys: keys, games: games, rooms: rooms, results: results)
                    call.finish(.success(Reply.json(profile.json, headers: [("Vary", "Authorization")])))
                }
            }
        }
        return .later
    }

    private static func games(
        of player: PlayerID, _ world: World, _ requester: Requester,
        _ done: @escaping StoreAnswer<(games: [PlayedGame], rooms: [PlayedGame])>
    ) {
        let store = world.players.store
        store.games(of: player, .games, limit: Settings.recentGames, for: requester) { found in
            guard case .success(let games) = found else { return done(found.map { ($0, []) }) }
            store.games(of: player, .rooms, limit: Settings.recentRooms, for: requester) { found in
                guard case .success(let joined) = found else { return done(found.map { (games, $0) }) }
                world.games.memberships(of: player, among: joined[...], for: requester) { found in
                    done(found.map { (games, $0) })
                }
            }
        }
    }
}

extension GameRegistry {
    /// The rooms among `joined` of which `player` is still a member.
    fileprivate func memberships(
        of player: PlayerID, among joined: ArraySlice<PlayedGame>, for requester: Requester,
        found: [PlayedGame] = [], _ done: @escaping StoreAnswer<[PlayedGame]>
    ) {
        guard let next = joined.first else { return done(.success(found)) }
        wake(next.game, for: requester) { [self] answer in
            guard case .success(let room) = answer else { return done(answer.map { _ in [] }) }
            let isMember = room?.committed.seats.contains { $0.player == player } ?? false
            memberships(
                of: player, among: joined.dropFirst(), for: requester,
                found: isMember ? found + [next] : found, done)
        }
    }
}

/// `/players/me/codes`, `/players/me/recovery`, `/players/link` and `/link/{code}`: codes that link another device.
enum LinkCodes {
    static let routes = [
        Route(.post, "/players/me/codes", cost: .addressEdit, making: .something, create),
        Route(.post, "/players/me/recovery", cost: .addressEdit, making: .something, createRecovery),
        Route(.post, "/players/link", cost: .addressEdit, making: .something, takesOtherTokens: true, redeem),
        Route(.get, "/link/{code}", cost: .addressEdit, show),
    ]

    private static func create(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player.id
        _ = try RequestBody.object(call.request, known: [])
        let store = call.world.players.store
        store.keys(of: player, for: try call.requester(.store)) { found in
            switch found {
            case .failure: call.finish(.failure(.storeUnreadable))
            case .success(let keys) where keys.count >= Settings.keysPerPlayer:
                call.finish(.failure(tooManyKeys(keys.count)))
            case .success: create(for: player, call)
            }
        }
        return .later
    }

    private static func create(for player: PlayerID, _ call: Call) {
        let code = CodeText.random(.link)
        let expires = call.world.now + Settings.codeLifetime
        call.world.players.store.add(LinkCode(digest: code.digest, expires: expires), for: player) { result in
            let body = JSONWriter.object { json in
                json.field("code", code.text)
                json.field("url", call.world.settings.basePath.text + "/link/\(code.text)")
                json.field("expires", expires.rfc3339)
            }
            call.finish(
                result.mapError { _ in .storeUnavailable }.map { Reply.json(body, status: 201) })
        }
    }

    private static func createRecovery(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player.id
        _ = try RequestBody.object(call.request, known: [])
        let code = CodeText.random(.recovery)
        call.world.players.store.setRecovery(code.digest, of: player) { result in
            let body = JSONWriter.object { $0.field("code", code.text) }
            call.finish(
                result.mapError { $0 == .playerErased ? Call.unknownKey : .storeUnavailable }
                    .map { Reply.json(body, status: 201) })
        }
        return .later
    }

    private static func redeem(_ call: Call) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["code"])
        guard let text = try body.text("code") else { throw Problem.invalidValue("“code” is missing.") }
        let (store, now, key) = (call.world.players.store, call.world.now, Token.randomKey())
        let answer = { (holder: KeyHolder) in Reply.json(holder.player.json(key), status: 201) }
        return try guess(text, as: CodeText.Kind.allCases, call) { code, found in
            switch code.kind {
            case .link:
                store.redeem(code.digest, for: key.digest, at: now) { holder in
                    found(holder.mapError { _ in .storeUnavailable }.map { $0.map(answer) })
                }
            case .recovery:
                let limit = Settings.keysPerPlayer
                store.recover(by: code.digest, for: key.digest, at: now, limit: limit) { result in
                    found(Result { () throws(Problem) in try holder(result).map(answer) })
                }
            }
        }
    }

    /// The player whose recovery code was right; nil for a wrong one.
    private static func holder(_ result: Result<Recovery, StoreFailure>) throws(Problem) -> KeyHolder? {
        guard case .success(let recovery) = result else { throw .storeUnavailable }
        switch recovery {
        case .recovered(let holder): return holder
        case .noSuchCode: return nil
        case .tooManyKeys: throw tooManyKeys(Settings.keysPerPlayer)
        }
    }

    private static func tooManyKeys(_ count: Int) -> Problem {
        Problem(ProblemTable["too-many-keys"], "You have \(count) keys; end one that you no longer use.")
    }

    /// Answers whether a code can be used, without using it up.
    private static func show(_ call: Call) throws -> Outcome {
        let text = call.parameters["code"] ?? ""
        if call.wantsPage {
            return .answer(call.redirectToPage("/link.html#\(CodeText(text, as: .link)?.text ?? "")"))
        }
        let (store, now, requester) = (call.world.players.store, call.world.now, try call.requester(.store))
        let answer = { (expires: Timestamp) in
            Reply.json(JSONWriter.object { $0.field("expires", expires.rfc3339) })
        }
        return try guess(text, as: [.link], call) { code, found in
            store.expiry(of: code.digest, at: now, for: requester) { expires in
                found(expires.mapError { _ in .storeUnreadable }.map { $0.map(answer) })
            }
        }
    }

    /// Tries a code, which counts as wrong until `look` has found it; `look` answers nil for a wrong one.
    ///
    /// - Throws: `rate-limited` if the client's address has tried too many wrong codes.
    private static func guess(
        _ text: String, as kinds: [CodeText.Kind], _ call: Call,
        _ look: (CodeText, @escaping (Result<HTTPResponse?, Problem>) -> Void) -> Void
    ) throws(Problem) -> Outcome {
        let wrongCode = Problem(ProblemTable["no-such-code"], "The code is wrong, was used, or has expired.")
        let (limits, client) = (call.world.limits, call.client)
        try limits.chargeCode(client)
        guard let code = kinds.lazy.compactMap({ CodeText(text, as: $0) }).first else { throw wrongCode }
        look(code) { found in
            // Returned also when the store fails, because the client has learned nothing.
            if case .success(nil) = found {} else { limits.returnCode(client) }
            call.finish(found.flatMap { $0.map(Result.success) ?? .failure(wrongCode) })
        }
        return .later
    }
}

/// A code that people read to each other, or write down, such as `K7Q-M2X`.
nonisolated struct CodeText {
    /// The purpose of a code; each kind has its own length.
    enum Kind: CaseIterable {
        /// Links a device, once: 30 bits.
        case link
        /// Links a device whenever the player has lost the others: 100 bits.
        case recovery

        fileprivate var groups: Int { self == .link ? 2 : 5 }
        fileprivate var groupLength: Int { self == .link ? 3 : 4 }
    }

    let kind: Kind
    /// The code in groups of upper-case letters and digits, with hyphens between them.
    let text: String

    /// Reads a code as people type it: in lower case, without the hyphens, with O for 0.
    init?(_ typed: String, as kind: Kind) {
        let letters = typed.uppercased().filter { $0 != "-" && $0 != " " }.map { letter in
            switch letter {
            case "O": Character("0")
            case "I", "L": Character("1")
            default: letter
            }
        }
        guard letters.count == kind.groups * kind.groupLength,
            letters.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self.init(letters, kind)
    }

    private init(_ letters: [Character], _ kind: Kind) {
        self.kind = kind
        text = stride(from: 0, to: letters.count, by: kind.groupLength)
            .map { String(letters[$0..<$0 + kind.groupLength]) }.joined(separator: "-")
    }

    static func random(_ kind: Kind) -> CodeText {
        CodeText(Array(RandomText.make(length: kind.groups * kind.groupLength).uppercased()), kind)
    }

    var digest: Digest { Digest(Array(text.utf8)) }
}
