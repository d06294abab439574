import Testing

@testable import GameServerKit

/// Accounts of clients, at a clock that the test sets, in nanoseconds.
struct AccountsTests {
    private let start: Int64 = 1_000_000_000_000

    private func allowance(perSecond: Double, burst: Double) -> Allowance {
        Allowance(.edits, perSecond: perSecond, burst: burst)
    }

    private func milliseconds(_ count: Int64) -> Int64 { start + count * 1_000_000 }

    @Test("an account gives a burst at once, then the rate, and says how long to wait")
    func burstThenRate() {
        let (account, edits) = (Account(), allowance(perSecond: 2, burst: 3))
        for _ in 1...3 { #expect(account.take(of: edits, at: start) == nil) }
        #expect(account.take(of: edits, at: start) == 1)
        #expect(Account().take(of: edits, at: start) == nil)
        #expect(account.take(of: edits, at: milliseconds(500)) == nil)
        #expect(account.take(of: edits, at: milliseconds(500)) == 1)
        #expect(account.take(2, of: edits, at: milliseconds(1499)) == 1)
        #expect(account.take(2, of: edits, at: milliseconds(1500)) == nil)
    }

    @Test(
        "a burst in parts is a burst, at any rate",
        arguments: [1.0 / 300, 10.0 / 60, 500.0 / 86_400, 3, 20, 60, 100, 1e6])
    func burstInParts(perSecond: Double) {
        for burst in [1.0, 3, 7, 100, 240] {
            let (account, edits) = (Account(), allowance(perSecond: perSecond, burst: burst))
            for _ in 1...Int(burst) { #expect(account.take(of: edits, at: start) == nil) }
            #expect(account.take(of: edits, at: start) != nil)
            let quarters = Account()
            for _ in 1...Int(burst * 4) { #expect(quarters.take(0.25, of: edits, at: start) == nil) }
            #expect(quarters.take(0.25, of: edits, at: start) != nil)
        }
    }

    @Test("kinds of use are counted apart")
    func kinds() {
        let account = Account()
        for kind in Allowance.Kind.allCases {
            let one = Allowance(kind, perSecond: 1, burst: 1)
            #expect(account.take(of: one, at: start) == nil)
            #expect(account.take(of: one, at: start) == 1)
        }
    }

    @Test("a debt is paid at the rate, and what is used beyond the largest debt is forgiven")
    func debt() {
        let (account, work) = (Account(), Allowance(.mainWork, perSecond: 2, burst: 4, debt: 10))
        account.spend(4, of: work, at: start)
        #expect(account.debt(of: work, at: start) == nil)
        account.spend(3, of: work, at: start)
        #expect(account.debt(of: work, at: start) == 2)
        #expect(account.debt(of: work, at: milliseconds(1499)) == 1)
        #expect(account.debt(of: work, at: milliseconds(1500)) == nil)
        account.spend(1000, of: work, at: milliseconds(1500))
        #expect(account.debt(of: work, at: milliseconds(1500)) == 5)
    }

    @Test("what is returned gives no more than there was")
    func returned() {
        let (account, edits) = (Account(), allowance(perSecond: 1, burst: 2))
        account.spend(1, of: edits, at: start)
        account.spend(-5, of: edits, at: start)
        for _ in 1...2 { #expect(account.take(of: edits, at: start) == nil) }
        #expect(account.take(of: edits, at: start) == 1)
    }

    @Test("a clock that goes back gives nothing back")
    func clockGoesBack() {
        let (account, edits) = (Account(), allowance(perSecond: 1, burst: 1))
        #expect(account.take(of: edits, at: start) == nil)
        #expect(account.take(of: edits, at: 1) != nil)
    }

    /// The account of a network of 64 bits in one site of 48 bits.
    private func network(_ number: Int, of site: String = "site", in accounts: inout Accounts<String>)
        -> Account
    {
        accounts.account(of: "\(site) \(number)", site: site, at: start)
    }

    @Test("the networks of an IPv6 site share eight times the allowance of one")
    func sites() {
        var accounts = Accounts<String>()
        let edits = allowance(perSecond: 1, burst: 2)
        for number in 1...8 {
            for _ in 1...2 { #expect(network(number, in: &accounts).take(of: edits, at: start) == nil) }
        }
        #expect(network(9, in: &accounts).take(of: edits, at: start) == 1)
        #expect(network(1, of: "other", in: &accounts).take(of: edits, at: start) == nil)
        #expect(accounts.account(of: "192.0.2.1", at: start).take(of: edits, at: start) == nil)
    }

    @Test("a refused network takes nothing from the others of its site, and loses nothing to them")
    func refusedNetwork() {
        var accounts = Accounts<String>()
        let edits = allowance(perSecond: 1, burst: 2)
        for count in 0..<100 {
            #expect((network(1, in: &accounts).take(of: edits, at: start) == nil) == (count < 2))
        }
        for number in 2...8 { #expect(network(number, in: &accounts).take(2, of: edits, at: start) == nil) }
        // The site has nothing left; the network keeps what it could not use.
        #expect(network(9, in: &accounts).take(of: edits, at: start) != nil)
        #expect(network(9, in: &accounts).take(2, of: edits, at: milliseconds(1000)) == nil)
    }

    @Test("a site pays the debts of its networks")
    func siteDebts() {
        var accounts = Accounts<String>()
        let work = Allowance(.mainWork, perSecond: 1, burst: 2)
        for number in 1...9 { network(number, in: &accounts).spend(2, of: work, at: start) }
        #expect(network(10, in: &accounts).debt(of: work, at: start) == 1)
        #expect(network(10, of: "other", in: &accounts).debt(of: work, at: start) == nil)
    }

    @Test("a site keeps its account as long as one of its networks has an account")
    func siteStays() {
        var accounts = Accounts<String>()
        let edits = allowance(perSecond: 1, burst: 2)
        let later = milliseconds(500)
        #expect(network(1, in: &accounts).take(of: edits, at: start) == nil)
        // Now the site is whole, the network is not.
        for number in 0..<100 { _ = accounts.account(of: "192.0.2.\(number)", at: later) }
        for number in 2...8 { #expect(network(number, in: &accounts).take(2, of: edits, at: later) == nil) }
        #expect(network(1, in: &accounts).take(of: edits, at: later) == nil)
        #expect(network(9, in: &accounts).take(of: edits, at: later) == nil)
        #expect(network(10, in: &accounts).take(of: edits, at: later) == 1)
    }

    @Test("an account that a request is about to use is not replaced")
    func inUse() {
        var accounts = Accounts<Int>()
        let edits = allowance(perSecond: 1, burst: 1)
        let used = accounts.account(of: 0, at: start)
        for name in 1..<100 { _ = accounts.account(of: name, at: start) }
        #expect(used.take(of: edits, at: start) == nil)
        #expect(accounts.account(of: 0, at: start).take(of: edits, at: start) == 1)
    }

    @Test("there are never more accounts than the capacity")
    func bounded() {
        var accounts = Accounts<Int>(capacity: 100)
        let edits = allowance(perSecond: 1, burst: 2)
        for name in 0..<10_000 {
            #expect(accounts.account(of: name, at: start).take(of: edits, at: start) == nil)
        }
        #expect(accounts.count == 100)
    }

    @Test("accounts that are whole make room for new ones")
    func forgetting() {
        var accounts = Accounts<Int>()
        let edits = allowance(perSecond: 10, burst: 2)
        for name in 0..<10_000 {
            let now = milliseconds(10 * Int64(name))
            #expect(accounts.account(of: name, at: now).take(of: edits, at: now) == nil)
        }
        #expect(accounts.count < 40)
    }

    @Test("a flood of new names makes no used account whole")
    func flushing() {
        var accounts = Accounts<Int>(capacity: 100)
        let edits = allowance(perSecond: 0.001, burst: 5)
        for _ in 1...5 { #expect(accounts.account(of: -1, at: start).take(of: edits, at: start) == nil) }
        for name in 0..<10_000 {
            #expect(accounts.account(of: name, at: start).take(of: edits, at: start) == nil)
            #expect(accounts.account(of: -1, at: start).take(of: edits, at: start) != nil)
        }
    }

    @Test("at capacity the account goes that is whole soonest")
    func soonestGoes() {
        var accounts = Accounts<String>(capacity: 3)
        let edits = allowance(perSecond: 1, burst: 3)
        for name in ["a", "a", "b", "c", "c", "c", "d"] {
            #expect(accounts.account(of: name, at: start).take(of: edits, at: start) == nil)
        }
        #expect(accounts.account(of: "c", at: start).take(of: edits, at: start) != nil)
        #expect(accounts.account(of: "a", at: start).take(of: edits, at: start) == nil)
        #expect(accounts.account(of: "a", at: start).take(of: edits, at: start) != nil)
    }
}
