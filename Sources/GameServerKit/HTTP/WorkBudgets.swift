import EventIO
import GameCore
import GameJSON
import GameStore

/// The thread whose time a request takes.
nonisolated enum WorkKind: Int, CaseIterable {
    /// The main actor.
    case main
    case store
    /// The threads of analyses, bots and puzzles.
    case worker

    /// The name in `/metrics`.
    var name: String { String(describing: self) }
}

/// The work of each client address, in measured time.
///
/// Requests of one route can differ by a factor of a thousand, so work is measured and charged when it is
/// done. An address that has overdrawn its budget gets 429 until its debt is paid, which is all that requests
/// at the same time can have cost; see `Settings.addressWork`.
final class WorkBudgets {
    private struct Account {
        var budget: AddressBudget
        /// The work of all addresses, in nanoseconds.
        var total: Int64 = 0
    }

    /// By the raw value of the kind.
    private var accounts = WorkKind.allCases.map {
        Account(budget: AddressBudget(Settings.addressWork($0)))
    }
    private let limitsAddresses: Bool

    init(limitsAddresses: Bool) {
        self.limitsAddresses = limitsAddresses
    }

    /// The seconds that the server has worked for its clients.
    func seconds(of kind: WorkKind) -> Double { Double(accounts[kind.rawValue].total) / 1e9 }

    /// Refuses an address that is in debt.
    ///
    /// - Throws: `rate-limited`.
    func requireBudget(_ kind: WorkKind, of address: String) throws(Problem) {
        guard accounts[kind.rawValue].budget.hasDebts else { return }
        if let wait = accounts[kind.rawValue].budget.debt(of: address, at: Self.now) {
            throw .rateLimited(wait)
        }
    }

    /// Charges work that is done, or a part of it, to `address`.
    func charge(_ nanoseconds: Int64, of kind: WorkKind, to address: String, part: Double = 1) {
        accounts[kind.rawValue].total += nanoseconds
        guard limitsAddresses else { return }
        accounts[kind.rawValue].budget.spend(address, Double(nanoseconds) / 1000 * part, at: Self.now)
    }

    /// The party for whom work is queued on behalf of `address`, to which the work is charged.
    func requester(
        _ kind: WorkKind, _ address: String, isWaiting: @escaping () -> Bool = { true }
    ) -> Requester {
        Requester(client: address, isWaiting: isWaiting) { [weak self] time in
            self?.charge(time.nanoseconds, of: kind, to: address)
        }
    }

    /// The time since the system started: steps of the wall clock pay no debts.
    private static var now: Timestamp { Timestamp(milliseconds: Stopwatch.uptime / 1_000_000) }
}
