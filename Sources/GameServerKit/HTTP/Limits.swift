import EventIO
import GameCore
import GameJSON
import GameStore

/// The accounts of clients, players and visitors, and what requests take from them.
///
/// The front door charges what a route declares (see ``RouteCost``) before the handler runs, and the work when it
/// is done.
final class Limits {
    /// The clock of the accounts, in nanoseconds; work is always paid by the time in which it is measured.
    var clock: () -> Int64 = { Stopwatch.uptime }
    /// Whether work is charged that a clock has measured; tests run on machines that are busy otherwise.
    var chargesMeasuredWork = true
    private var clients = Accounts<String>()
    private var players = Accounts<Sender>()
    var visitors = Accounts<VisitorName>()
    /// Running exports of long games, by address.
    private var exports = ClientCounts()
    /// The work for all clients by the raw value of the kind, in nanoseconds.
    private var work: [Int64] = WorkKind.allCases.map { _ in 0 }
    let play: JournalShare
    let limitsAddresses: Bool

    init(_ settings: Settings) {
        limitsAddresses = settings.addressLimits
        play = Settings.play(eventsPerGame: settings.eventsPerGame)
    }

    var now: Int64 { clock() }

    /// The client at `address`.
    func client(at address: String) -> Client {
        Client(
            address: address,
            account: clients.account(of: address, site: SocketAddress.site(of: address), at: now))
    }

    // MARK: Rates

    /// Charges edits to the address and to the player, if there is one; to neither if one has not as much.
    ///
    /// - Parameter isMember: Whether the player is a member of the game's room: a class shares one address, which is
    ///   charged a part only.
    func chargeEdits(
        _ count: Int = 1, by sender: Sender? = nil, to client: Client, isMember: Bool = false
    ) throws(Problem) {
        let part = Double(count) * (isMember ? Settings.memberPart : 1)
        try take(part, of: Settings.addressEdits, from: client)
        do throws(Problem) {
            if let sender { try take(Double(count), of: Settings.playerEdits, by: sender) }
        } catch {
            giveBack(part, of: Settings.addressEdits, to: client)
            throw error
        }
    }

    /// Returns an edit that was charged and is refused.
    func returnEdits(_ count: Int = 1, by sender: Sender?, to client: Client, isMember: Bool) {
        giveBack(
            Double(count) * (isMember ? Settings.memberPart : 1), of: Settings.addressEdits, to: client)
        guard let sender, case .player = sender else { return }
        players.account(of: sender, at: now).spend(-Double(count), of: Settings.playerEdits, at: now)
    }

    private func giveBack(_ amount: Double, of allowance: Allowance, to client: Client) {
        if limitsAddresses { client.account.spend(-amount, of: allowance, at: now) }
    }

    /// Takes `amount` from the account of a player; a spectator has none.
    func take(_ amount: Double = 1, of allowance: Allowance, by sender: Sender) throws(Problem) {
        guard case .player = sender else { return }
        let account = players.account(of: sender, at: now)
        if let wait = account.take(amount, of: allowance, at: now) { throw .rateLimited(wait) }
    }

    private func take(_ amount: Double = 1, of allowance: Allowance, from client: Client) throws(Problem) {
        guard limitsAddresses else { return }
        if let wait = client.account.take(amount, of: allowance, at: now) { throw .rateLimited(wait) }
    }

    /// Charges a new game or puzzle, which arrived in `bytes` bytes.
    func chargeNewGame(_ client: Client, bytes: Int) throws(Problem) {
        try chargeCreation(client, of: Settings.addressGames, bytes: Settings.gameBytes + bytes)
    }

    /// Charges a new player.
    func chargeNewPlayer(_ client: Client) throws(Problem) {
        try chargeCreation(client, of: Settings.addressPlayers, bytes: Settings.playerBytes)
    }

    private func chargeCreation(_ client: Client, of allowance: Allowance, bytes: Int) throws(Problem) {
        try requireData(client)
        try take(of: allowance, from: client)
        try take(of: Settings.addressCreations, from: client)
        chargeEvents(0, bytes: bytes, to: client)
    }

    /// Counts a code as wrong before it is looked up, so that many at once are not tried before they count.
    ///
    /// Also if the other limits are off. An address that has tried too many wrong codes is refused, even if
    /// the next one is right.
    ///
    /// - Throws: `rate-limited`.
    func chargeCode(_ client: Client) throws(Problem) {
        if let wait = client.account.take(of: Settings.wrongCodes, at: now) { throw .rateLimited(wait) }
    }

    /// Takes back ``chargeCode(_:)`` for a code that was not wrong.
    func returnCode(_ client: Client) { client.account.spend(-1, of: Settings.wrongCodes, at: now) }

    // MARK: Data

    /// Refuses an address that has stored as much as it may.
    ///
    /// - Throws: `rate-limited`.
    func requireData(_ client: Client) throws(Problem) {
        guard let wait = client.account.debt(of: Settings.addressData, at: now) else { return }
        throw .retryLater(
            "rate-limited", "Your address has stored as much as it may in a day; try again in \(wait) s.",
            retryAfter: wait)
    }

    /// Charges events, which are about to be saved, to the address that has caused them by a request with
    /// `bytes` bytes.
    ///
    /// - Parameter count: A negative number takes back what was charged and not saved, as do the bytes.
    func chargeEvents(_ count: Int, bytes: Int = 0, to client: Client) {
        guard limitsAddresses, count != 0 || bytes != 0 else { return }
        client.account.spend(Double(count * Settings.eventBytes + bytes), of: Settings.addressData, at: now)
    }

    /// Charges the changes that a request is about to make in many games and rooms to the address, as edits.
    ///
    /// Such a request is carried out as a whole, so the address goes into debt for what is left.
    ///
    /// - Parameter events: The number of events that the changes will save.
    /// - Throws: `rate-limited` if the address is in debt, or has stored as much as it may.
    func chargeChanges(_ count: Int, saving events: Int, to client: Client) throws(Problem) {
        guard limitsAddresses else { return }
        if events > 0 { try requireData(client) }
        try take(0, of: Settings.addressEdits, from: client)
        client.account.spend(Double(count), of: Settings.addressEdits, at: now)
        chargeEvents(events, to: client)
    }

    // MARK: Work

    /// The seconds that the server has worked for its clients.
    func seconds(of kind: WorkKind) -> Double { Double(work[kind.rawValue]) / 1e9 }

    /// Refuses an address that has caused too much work.
    ///
    /// - Throws: `rate-limited`.
    func requireWork(_ kind: WorkKind, of client: Client) throws(Problem) {
        if let wait = client.account.debt(of: kind.allowance, at: Stopwatch.uptime) {
            throw .rateLimited(wait)
        }
    }

    /// Charges work that is done, or a part of it.
    ///
    /// Requests of one route can differ by a factor of a thousand, so work is measured and charged when it is
    /// done. An address in debt gets 429 until it is paid, which is all that requests at the same time can have
    /// cost; see ``WorkKind/allowance``.
    func chargeWork(
        _ nanoseconds: Int64, of kind: WorkKind, to client: Client, part: Double = 1, isMeasured: Bool = false
    ) {
        work[kind.rawValue] += nanoseconds
        guard limitsAddresses, chargesMeasuredWork || !isMeasured else { return }
        client.account.spend(Double(nanoseconds) / 1000 * part, of: kind.allowance, at: Stopwatch.uptime)
    }

    /// The party for whom work is queued on behalf of `client`, to which the work is charged.
    func requester(
        _ kind: WorkKind, _ client: Client, isWaiting: @escaping () -> Bool = { true }
    ) -> Requester {
        Requester(client: client.address, isWaiting: isWaiting) { [weak self] time in
            self?.chargeWork(time.nanoseconds, of: kind, to: client, isMeasured: true)
        }
    }

    // MARK: Exports

    /// Counts a long export of `client` until `endExport`.
    func beginExport(_ client: Client) throws(Problem) {
        guard !limitsAddresses || exports[client.address] < Settings.exportsPerAddress else {
            throw .retryLater(
                "too-many-exports",
                "Your address already has \(Settings.exportsPerAddress) long exports running.")
        }
        exports.add(1, to: client.address)
    }

    func endExport(_ client: Client) { exports.add(-1, to: client.address) }
}

/// Who sends requests: an address, and the account that pays for them.
struct Client {
    /// Behind a trusted proxy, the address that the proxy reports.
    let address: String
    let account: Account
}

/// The thread whose time a request takes.
nonisolated enum WorkKind: Int, CaseIterable {
    /// The main actor.
    case main
    case store
    /// The threads of analyses, bots and puzzles.
    case worker

    /// The name in `/metrics`.
    var name: String { String(describing: self) }

    /// The work that an address may cause, in microseconds.
    ///
    /// Requests at the same time all find no debt, so the debt is what as many as may wait can cost.
    var allowance: Allowance {
        switch self {
        case .main: Settings.mainWork
        case .store: Settings.storeWork
        case .worker: Settings.workerWork
        }
    }
}

extension Problem {
    /// The refusal of a request that exceeds a limit for the next `wait` seconds.
    static func rateLimited(_ wait: Int) -> Problem {
        .retryLater("rate-limited", "Slow down a little; try again in \(wait) s.", retryAfter: wait)
    }
}
