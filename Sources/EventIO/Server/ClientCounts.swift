/// Counts by client, and by the IPv6 sites to which clients belong.
///
/// A client is a ``SocketAddress/clientKey``. A site has 65,536 of them, so it counts too: a limit for each
/// client holds for a site at ``siteFactor`` times its value.
public struct ClientCounts: Sendable, Equatable {
    /// The limits of a site as a multiple of those of a client.
    public static let siteFactor = 8

    /// By client and by site; without zeros.
    private var counts: [String: Int] = [:]

    /// Creates counts of zero.
    public init() {}

    /// The count that limits apply to: the client's, or its share of the site's if that is larger.
    public subscript(client: String) -> Int {
        let own = counts[client] ?? 0
        guard let site = SocketAddress.site(of: client) else { return own }
        return max(own, (counts[site] ?? 0) / Self.siteFactor)
    }

    /// Adds `amount`, which may be negative, to the counts of `client` and of its site.
    public mutating func add(_ amount: Int, to client: String) {
        change(client, by: amount)
        if let site = SocketAddress.site(of: client) { change(site, by: amount) }
    }

    private mutating func change(_ key: String, by amount: Int) {
        let sum = (counts[key] ?? 0) + amount
        counts[key] = sum == 0 ? nil : sum
    }
}
