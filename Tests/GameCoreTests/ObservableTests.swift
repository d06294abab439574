import GameCore
import Testing

@Suite("An observable")
struct ObservableTests {
    private let number = Observable(1)

    @Test("calls a listener at once and on every change")
    func calls() {
        var received: [Int] = []
        let token = number.bind { received.append($0) }
        number.value = 2
        number.value = 2
        number.value = 3
        #expect(received == [1, 2, 2, 3])
        token.cancel()
    }

    @Test("calls its listeners in the order in which they were bound")
    func order() {
        var received: [String] = []
        let tokens = ["a", "b", "c"].map { name in number.bind { received.append("\(name)\($0)") } }
        number.value = 2
        #expect(received == ["a1", "b1", "c1", "a2", "b2", "c2"])
        #expect(number.listenerCount == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test("removes a listener when its token is cancelled")
    func cancelled() {
        var received: [Int] = []
        let token = number.bind { received.append($0) }
        token.cancel()
        token.cancel()
        number.value = 2
        #expect(received == [1] && number.listenerCount == 0)
    }

    @Test("removes a listener and its captures when its token is released")
    func tokenReleased() {
        let tracker = LifetimeTracker()
        func listen() -> Subscription {
            let witness = tracker.witness("captured")
            return number.bind { _ in witness.look() }
        }
        var token: Subscription? = listen()
        #expect(tracker.living == ["captured"])
        withExtendedLifetime(token) {}
        token = nil
        #expect(tracker.living == [] && number.listenerCount == 0)
    }

    @Test("releases its listeners' captures with itself, even if tokens are still held")
    func releasedBeforeTokens() {
        let tracker = LifetimeTracker()
        var tokens: [Subscription] = []
        do {
            let number = Observable(1)
            for name in ["a", "b", "c", "d", "e"] {
                let witness = tracker.witness(name)
                tokens.append(number.bind { _ in witness.look() })
            }
            tokens[0].cancel()
            tokens.remove(at: 2)
            #expect(tracker.living == ["b", "d", "e"] && number.listenerCount == 3)
        }
        #expect(tracker.living == [])
        for token in tokens { token.cancel() }
    }

    @Test("is not kept alive by a token")
    func notRetainedByToken() {
        var number: Observable<Int>? = Observable(1)
        let token = number?.bind { _ in }
        weak let observable = number
        number = nil
        #expect(observable == nil)
        token?.cancel()
    }

    @Test("calls a listener bound during a round of calls once, with the new value")
    func bindDuringRound() {
        let number = number
        var received: [String] = []
        var late: Subscription?
        let first = number.bind { value in
            received.append("first \(value)")
            if value == 2, late == nil { late = number.bind { received.append("late \($0)") } }
        }
        let second = number.bind { received.append("second \($0)") }
        number.value = 2
        #expect(received == ["first 1", "second 1", "first 2", "late 2", "second 2"])
        number.value = 3
        #expect(received.suffix(3) == ["first 3", "second 3", "late 3"])
        withExtendedLifetime((first, second, late)) {}
    }

    @Test("does not call a listener cancelled during a round of calls")
    func cancelDuringRound() {
        var received: [String] = []
        var tokens: [Subscription] = []
        for name in ["a", "b", "c", "d"] {
            tokens.append(
                number.bind { value in
                    received.append("\(name)\(value)")
                    if name == "b", value == 2 { for token in tokens { token.cancel() } }
                })
        }
        received = []
        number.value = 2
        #expect(received == ["a2", "b2"])
        #expect(number.listenerCount == 0)
    }

    @Test("passes values in order when it is set during a round of calls")
    func setDuringRound() {
        let number = number
        var received: [Int] = []
        let first = number.bind { if $0 == 2 { number.value = 3 } }
        let second = number.bind { received.append($0) }
        number.value = 2
        #expect(received.first == 1 && received.last == 3 && received == received.sorted())
        withExtendedLifetime((first, second)) {}
    }

    @Test("can release a listener whose captures cancel another listener")
    func cancelledInDeinit() {
        var inner: Subscription? = number.bind { _ in }
        func listen() -> Subscription {
            let witness = Witness()
            witness.onDeinit = { inner = nil }
            return number.bind { _ in witness.look() }
        }
        let outer = listen()
        #expect(inner != nil && number.listenerCount == 2)
        outer.cancel()
        #expect(inner == nil && number.listenerCount == 0)
    }

    @Test("removes 10 000 listeners from either end", arguments: [false, true])
    func manyCancelled(reversed: Bool) {
        var calls = 0
        var tokens = (0..<10_000).map { _ in number.bind { _ in calls += 1 } }
        number.value = 2
        #expect(calls == 20_000 && number.listenerCount == 10_000)
        let kept = tokens.remove(at: 5_000)
        for token in reversed ? tokens.reversed() : tokens { token.cancel() }
        #expect(number.listenerCount == 1)
        number.value = 3
        #expect(calls == 20_001)
        kept.cancel()
    }

    @Test("can lose 10 000 listeners during a round of calls")
    func manyCancelledDuringRound() {
        var tokens: [Subscription] = []
        var calls = 0
        for _ in 0..<10_000 {
            tokens.append(
                number.bind { value in
                    guard value == 2 else { return }
                    calls += 1
                    tokens.removeAll()
                })
        }
        number.value = 2
        #expect(calls == 1 && number.listenerCount == 0)
    }
}

@Suite("A subscription")
struct SubscriptionTests {
    @Test("ends once when it is cancelled")
    func once() {
        var ends = 0
        do {
            let token = ClosureSubscription { ends += 1 }
            token.cancel()
            token.cancel()
        }
        #expect(ends == 1)
    }

    @Test("ends when it is released")
    func released() {
        var ends = 0
        _ = ClosureSubscription { ends += 1 }
        #expect(ends == 1)
    }

    @Test("releases its captures when it ends")
    func captured() {
        let tracker = LifetimeTracker()
        let token = {
            let witness = tracker.witness("captured")
            return ClosureSubscription { witness.look() }
        }()
        #expect(tracker.living == ["captured"])
        token.cancel()
        #expect(tracker.living == [])
    }
}
