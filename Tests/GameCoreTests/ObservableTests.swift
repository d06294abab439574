import GameCore
import Testing

@Suite("An observable")
struct ObservableTests {
    private let number = Observable(1)

    @Test("calls a listener at once and on every change, in order")
    func calls() {
        var heard: [Int] = []
        let token = number.bind { heard.append($0) }
        number.value = 2
        number.value = 2
        number.value = 3
        #expect(heard == [1, 2, 2, 3])
        token.cancel()
    }

    @Test("calls its listeners in the order in which they were bound")
    func order() {
        var heard: [String] = []
        let tokens = ["a", "b", "c"].map { name in number.bind { heard.append("\(name)\($0)") } }
        number.value = 2
        #expect(heard == ["a1", "b1", "c1", "a2", "b2", "c2"])
        #expect(number.listenerCount == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test("forgets a listener whose token is cancelled, once")
    func cancelled() {
        var heard: [Int] = []
        let token = number.bind { heard.append($0) }
        token.cancel()
        token.cancel()
        number.value = 2
        #expect(heard == [1] && number.listenerCount == 0)
    }

    @Test("forgets a listener whose token is let go, and what it captured")
    func letGo() {
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

    @Test("lets go of what its listeners captured when it goes, with gaps among them and tokens still held")
    func goneWithGaps() {
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

    @Test("may be gone before the token")
    func observableGone() {
        var number: Observable<Int>? = Observable(1)
        let token = number?.bind { _ in }
        weak let gone = number
        number = nil
        #expect(gone == nil)
        token?.cancel()
    }

    @Test("calls who binds during a call once, with the new value")
    func bindMeanwhile() {
        let number = number
        var heard: [String] = []
        var late: Subscription?
        let first = number.bind { value in
            heard.append("first \(value)")
            if value == 2, late == nil { late = number.bind { heard.append("late \($0)") } }
        }
        let second = number.bind { heard.append("second \($0)") }
        number.value = 2
        #expect(heard == ["first 1", "second 1", "first 2", "late 2", "second 2"])
        number.value = 3
        #expect(heard.suffix(3) == ["first 3", "second 3", "late 3"])
        withExtendedLifetime((first, second, late)) {}
    }

    @Test("does not call who is cancelled during a call")
    func cancelMeanwhile() {
        var heard: [String] = []
        var tokens: [Subscription] = []
        for name in ["a", "b", "c", "d"] {
            tokens.append(
                number.bind { value in
                    heard.append("\(name)\(value)")
                    if name == "b", value == 2 { for token in tokens { token.cancel() } }
                })
        }
        heard = []
        number.value = 2
        #expect(heard == ["a2", "b2"])
        #expect(number.listenerCount == 0)
    }

    @Test("set during a call tells nobody an older value after a newer one")
    func setMeanwhile() {
        let number = number
        var heard: [Int] = []
        let first = number.bind { if $0 == 2 { number.value = 3 } }
        let second = number.bind { heard.append($0) }
        number.value = 2
        #expect(heard.first == 1 && heard.last == 3 && heard == heard.sorted())
        withExtendedLifetime((first, second)) {}
    }

    @Test("lets a listener go that cancels others as it goes")
    func nestedEnd() {
        var inner: Subscription? = number.bind { _ in }
        func listen() -> Subscription {
            let witness = Witness()
            witness.whenGone = { inner = nil }
            return number.bind { _ in witness.look() }
        }
        let outer = listen()
        #expect(inner != nil && number.listenerCount == 2)
        outer.cancel()
        #expect(inner == nil && number.listenerCount == 0)
    }

    @Test("loses 10 000 listeners at once, from either end, quickly", arguments: [false, true])
    func manyCancelled(reversed: Bool) {
        var heard = 0
        var tokens = (0..<10_000).map { _ in number.bind { _ in heard += 1 } }
        number.value = 2
        #expect(heard == 20_000 && number.listenerCount == 10_000)
        let kept = tokens.remove(at: 5_000)
        let time = ContinuousClock().measure {
            for token in reversed ? tokens.reversed() : tokens { token.cancel() }
        }
        #expect(time < .seconds(2))
        #expect(number.listenerCount == 1)
        number.value = 3
        #expect(heard == 20_001)
        kept.cancel()
    }

    @Test("loses 10 000 listeners while it calls them")
    func manyCancelledMeanwhile() {
        var tokens: [Subscription] = []
        var heard = 0
        for _ in 0..<10_000 {
            tokens.append(
                number.bind { value in
                    guard value == 2 else { return }
                    heard += 1
                    tokens.removeAll()
                })
        }
        number.value = 2
        #expect(heard == 1 && number.listenerCount == 0)
    }
}

@Suite("A token")
struct SubscriptionTests {
    @Test("ends once, by hand")
    func once() {
        var ends = 0
        do {
            let token = ClosureSubscription { ends += 1 }
            token.cancel()
            token.cancel()
        }
        #expect(ends == 1)
    }

    @Test("ends once, by being let go")
    func letGo() {
        var ends = 0
        _ = ClosureSubscription { ends += 1 }
        #expect(ends == 1)
    }

    @Test("lets go of what it captured when it ends")
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
