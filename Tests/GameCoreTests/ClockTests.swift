@testable import GameCore
import Testing

@Suite("A clock")
struct ClockTests {
    private let clock = ClockModel(started: .start)

    @Test("starts at zero, running")
    func start() {
        #expect(clock.reading.value == .init(elapsed: .zero, isRunning: true))
        clock.advance(to: .second(5))
        #expect(clock.reading.value == .init(elapsed: .seconds(5), isRunning: true))
    }

    @Test("ignores a time before its reading")
    func backwards() {
        clock.advance(to: .second(5))
        for second in [4, 0, -100] { clock.advance(to: .second(second)) }
        #expect(clock.reading.value.elapsed == .seconds(5))
        ClockModel(started: .start).advance(to: .second(-1))
    }

    @Test("calls its listeners only when the reading changes")
    func listeners() {
        var received: [Duration] = []
        let token = clock.reading.bind { received.append($0.elapsed) }
        for second in [1, 1, 0, 2] { clock.advance(to: .second(second)) }
        #expect(received == [.zero, .seconds(1), .seconds(2)])
        token.cancel()
    }

    @Test("stops permanently at the given time, even if its reading was later")
    func stop() {
        clock.advance(to: .second(10))
        clock.stop(at: .second(8))
        #expect(clock.reading.value == .init(elapsed: .seconds(8), isRunning: false))
        clock.advance(to: .second(100))
        clock.stop(at: .second(200))
        #expect(clock.reading.value == .init(elapsed: .seconds(8), isRunning: false))
    }

    @Test("reads zero if it is stopped before its start")
    func stopEarly() {
        clock.stop(at: .second(-1))
        #expect(clock.reading.value == .init(elapsed: .zero, isRunning: false))
    }

    @Test(
        "is formatted as m:ss, and as h:mm:ss from one hour on",
        arguments: zip(
            [0, 9, 10, 59, 60, 605, 3599, 3600, 3661, 86400, 360_000],
            [
                "0:00", "0:09", "0:10", "0:59", "1:00", "10:05", "59:59", "1:00:00", "1:01:01", "24:00:00",
                "100:00:00",
            ]))
    func text(seconds: Int, text: String) {
        let closure = ClockViewModel(clock)
        let observable = ObservableClockViewModel(clock)
        clock.advance(to: .second(seconds))
        #expect(closure.text == text && observable.face.value.text == text)
    }

    @Test("calls the closure of its view model once a second and when it stops")
    func closureStyle() {
        let view = ClockViewModel(clock)
        var received: [String] = []
        view.didChange = { received.append("\($0.text) \($0.isRunning)") }
        for milliseconds in [0, 400, 999, 1000, 1999, 2000] {
            clock.advance(to: .start + .milliseconds(milliseconds))
        }
        clock.stop(at: .start + .milliseconds(2500))
        #expect(received == ["0:01 true", "0:02 true", "0:02 false"])
        #expect(view.seconds == 2 && !view.isRunning)
    }

    @Test("reports milliseconds to all listeners of its observable view model")
    func observableStyle() {
        let view = ObservableClockViewModel(clock)
        var received: [[Duration]] = [[], []]
        let tokens = received.indices.map { place in view.face.bind { received[place].append($0.elapsed) } }
        clock.advance(to: .start + .milliseconds(1))
        clock.stop(at: .start + .milliseconds(3))
        #expect(
            received == [
                [.zero, .milliseconds(1), .milliseconds(3)], [.zero, .milliseconds(1), .milliseconds(3)],
            ])
        #expect(!view.face.value.isRunning)
        withExtendedLifetime(tokens) {}
    }

    @Test("gives a new view model its current reading")
    func newViewModel() {
        clock.advance(to: .second(75))
        clock.stop(at: .second(75))
        #expect(ClockViewModel(clock).text == "1:15" && !ClockViewModel(clock).isRunning)
        #expect(ObservableClockViewModel(clock).face.value.text == "1:15")
    }

    @Test("does not keep its view models alive")
    func viewModelsAreReleased() {
        let tracker = LifetimeTracker()
        do {
            let views = (ClockViewModel(clock), ObservableClockViewModel(clock))
            let witness = tracker.witness("didChange")
            views.0.didChange = { _ in witness.look() }
            tracker.track(views.0, "closure style")
            tracker.track(views.1, "observable style")
            clock.advance(to: .second(1))
            #expect(clock.reading.listenerCount == 2)
        }
        #expect(tracker.living == [])
        #expect(clock.reading.listenerCount == 0)
        clock.advance(to: .second(2))
    }
}
