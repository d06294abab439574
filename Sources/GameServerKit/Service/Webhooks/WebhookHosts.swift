import EventIO
import GameCore
import GameJSON

/// The hosts to which the operator lets rooms post: `--webhook-host` and `--webhook-private-host`.
nonisolated struct WebhookHosts: Sendable {
    /// Whether the addresses of an admitted origin may lie inside the operator's network.
    private let origins: [OutgoingTarget.Origin: Bool]

    /// The hosts of `names` and `privateNames`, which must be origins; by default none.
    init(_ names: [String] = [], private privateNames: [String] = []) {
        let ordinary = names.compactMap(OutgoingTarget.Origin.init(_:)).map { ($0, $0.address != nil) }
        let own = privateNames.compactMap(OutgoingTarget.Origin.init(_:)).map { ($0, true) }
        origins = Dictionary(ordinary + own) { $0 || $1 }
    }

    /// Whether the operator has named no host.
    var isEmpty: Bool { origins.isEmpty }

    /// Whether rooms may post to `origin`, by its name.
    func admits(_ origin: OutgoingTarget.Origin) -> Bool { origins[origin] != nil }

    /// Whether a request to `origin` may connect to `address`.
    ///
    /// A private address is admitted only if the operator has named that address, or has named the host by
    /// `--webhook-private-host`.
    func admits(_ address: IPAddress, of origin: OutgoingTarget.Origin) -> Bool {
        origins[origin].map { $0 || address.isPublic } ?? false
    }
}

nonisolated extension RoomWebhook.Target {
    /// The start of the paths of Matrix's client API, and the end of the path that sends a message.
    private static let matrix = (start: "/_matrix/client/", end: "/send/m.room.message")

    /// A target as a host has sent it.
    ///
    /// - Throws: `invalid-value`; `webhooks-off`; `webhook-not-admitted`.
    init(url: String, shape: String, token: String?, for hosts: WebhookHosts) throws(Problem) {
        guard !hosts.isEmpty else {
            throw Problem(
                ProblemTable["webhooks-off"], "This server posts to no other one: it has no --webhook-host.")
        }
        guard let shape = RoomWebhook.Shape(rawValue: shape) else {
            throw Problem.invalidValue("“shape” must be discord, slack or matrix.")
        }
        guard let target = OutgoingTarget(url) else {
            throw Problem.invalidValue("“url” must be an address such as https://example.org/hook/secret.")
        }
        guard hosts.admits(target.origin) else {
            throw Problem(
                ProblemTable["webhook-not-admitted"],
                "The operator of this server does not let rooms post to \(target.origin).")
        }
        try Self.check(token, for: shape, target)
        self.init(url: url, shape: shape, token: token)
    }

    private static func check(
        _ token: String?, for shape: RoomWebhook.Shape, _ target: OutgoingTarget
    ) throws(Problem) {
        guard shape == .matrix else {
            guard token == nil else { throw Problem.invalidValue("Only matrix needs a “token”.") }
            return
        }
        guard target.path.hasPrefix(matrix.start), target.path.hasSuffix(matrix.end) else {
            throw Problem.invalidValue(
                "“url” must end in \(matrix.start)v3/rooms/ROOM\(matrix.end) for matrix.")
        }
        guard let token, (1...500).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem.invalidValue("“token” must be the access token of the Matrix user who posts.")
        }
    }

    /// The URL for the host's eyes: the origin only, because the path contains a secret.
    var maskedURL: String { (OutgoingTarget(url)?.origin.description ?? "") + "/…" }
}
