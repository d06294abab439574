package import GameCore
import GameJSON

/// The client for whom queued work runs.
///
/// Work is queued by client, charged to the client, and dropped when ``isWaiting`` turns false.
package struct Requester {
    /// The client's key in queues: its address, the word `game` and an id, or empty for the server itself.
    package let client: String
    /// Whether somebody still waits for the work.
    package let isWaiting: () -> Bool
    /// Takes the time that the work has used from the client's budget.
    package let charge: (Duration) -> Void

    package init(
        client: String, isWaiting: @escaping () -> Bool = { true },
        charge: @escaping (Duration) -> Void = { _ in }
    ) {
        self.client = client
        self.isWaiting = isWaiting
        self.charge = charge
    }

    /// The same client, for work that continues even if nobody waits for it.
    package var persistent: Requester { Requester(client: client, charge: charge) }

    /// The server itself, whose work is not charged.
    package static let server = Requester(client: "")

    /// The server on behalf of one game, so that no game waits for the others.
    package static func game(_ id: GameID) -> Requester { Requester(client: "game \(id)") }
}
