import EventIO
import GameCore
import GameJSON
import GameStore

/// Whether a route makes something, and where its clients may put the key of a request.
nonisolated enum Making {
    case nothing
    /// In `Idempotency-Key`, or as `move` in the JSON body.
    case something
    /// In `Idempotency-Key` alone, because the body is a file.
    case fromFile
}

/// The key that a client has given to a request that makes something.
struct RequestKey {
    /// The digest of the method, the path, the client and the key.
    let id: MoveKey
    /// Derived from the same four, so that the store does not reveal the answer.
    let seal: Seal
    /// The digest of query and body, which detects the reuse of a key for another request.
    let fingerprint: Digest
    /// The request without the key in its body.
    let request: HTTPRequest

    /// The key of `call`; nil if it has none.
    ///
    /// - Parameter isKnown: Whether the token of the call has been checked. Without one, the client is its address,
    ///   as for moves.
    /// - Throws: `invalid-value` for a key that is not 1–64 visible ASCII characters.
    init?(_ call: Call, _ making: Making, isKnown: Bool) throws {
        let request = call.request
        var object = making == .something ? Self.object(request.body) : nil
        let move = try object?.removeValue(forKey: "move").map(Self.text)
        let header = try request.header("idempotency-key").map(Self.checked)
        guard let key = try move.map(Self.checked) ?? header else { return nil }
        let body = object.map { object in
            var writer = JSONWriter()
            writer.value(.object(object))
            return writer.bytes
        }
        self.request = move == nil ? request : request.withBody(body ?? [])
        fingerprint = Digest(Array("\(request.query ?? "")\n".utf8) + (body ?? request.body))
        let token = (try? call.bearerToken()) ?? ""
        let client = isKnown || call.holder != nil ? "token \(token)" : "address \(call.address) \(token)"
        let whole = "\(request.method.rawValue) \(request.path)\n\(client)\n\(key)"
        id = MoveKey(bytes: Digest(Array("request\n\(whole)".utf8)).bytes.prefix(16))
        seal = Seal(Array("seal\n\(whole)".utf8))
    }

    private static func object(_ body: [UInt8]) -> [String: JSONValue]? {
        body.isEmpty ? nil : try? InputReader.object(body)
    }

    private static func text(_ value: JSONValue) throws -> String {
        guard case .text(let text) = value else { throw Problem.invalidMoveID }
        return text
    }

    private static func checked(_ key: String) throws -> String {
        guard MoveKey.isID(key) else { throw Problem.invalidMoveID }
        return key
    }
}

/// The ids and tokens of the things that a request makes; a repetition of the request gets the same ones.
nonisolated struct Creation: Sendable {
    let seed: [UInt8]
    /// The move id for a request that is a command in a game.
    let move: MoveKey
    /// Whether an earlier attempt, whose outcome is unknown, may have made something.
    let isRepeated: Bool

    fileprivate func text(_ purpose: String, length: Int) -> String {
        RandomText.make(length: length, from: Digest(seed + purpose.utf8))
    }
}

extension Call {
    /// Whether an earlier attempt of the same request may have made something.
    var isRepeated: Bool { creation?.isRepeated ?? false }

    /// Random text for ids and tokens; a repetition of the request gets the same text.
    func newText(_ purpose: String, length: Int) -> String {
        creation?.text(purpose, length: length) ?? RandomText.make(length: length)
    }

    /// The id of the game or puzzle that the request makes.
    var newGameID: GameID { GameID(newText("game", length: 10)) ?? .random() }
    /// The token that the request makes.
    var newToken: Token { creation.map { Token(text: $0.text("token", length: 32)) } ?? .random() }
}
