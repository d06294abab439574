@testable import GameCore
import Testing

@Suite("A clock")
struct ClockTests {
    private let clock = ClockModel(started: .start)

    @Test("stands at zero and runs until it is told the time")
    func start() {
        #expect(clock.reading.value == .init(elapsed: .zero, isRunning: true))
        clock.tell(.second(5))
        #expect(clock.reading.value == .init(elapsed: .seconds(5), isRunning: true))
    }

    @Test("does not believe in time that goes backwards")
    func backwards() {
        clock.tell(.second(5))
        for second in [4, 0, -100] { clock.tell(.second(second)) }
        #expect(clock.reading.value.elapsed == .seconds(5))
        ClockModel(started: .start).tell(.second(-1))
    }

    @Test("tells its listeners only what is new")
    func quiet() {
        var heard: [Duration] = []
        let token = clock.reading.bind { heard.append($0.elapsed) }
        for second in [1, 1, 0, 2] { clock.tell(.second(second)) }
        #expect(heard == [.zero, .seconds(1), .seconds(2)])
        token.cancel()
    }

    @Test("stops for good at the given moment, even if it has shown a later one")
    func stop() {
        clock.tell(.second(10))
        clock.stop(at: .second(8))
        #expect(clock.reading.value == .init(elapsed: .seconds(8), isRunning: false))
        clock.tell(.second(100))
        clock.stop(at: .second(200))
        #expect(clock.reading.value == .init(elapsed: .seconds(8), isRunning: false))
    }

    @Test("stopped before it started shows zero")
    func stopEarly() {
        clock.stop(at: .second(-1))
        #expect(clock.reading.value == .init(elapsed: .zero, isRunning: false))
    }

    @Test(
        "is written as m:ss, and from an hour on as h:mm:ss",
        arguments: zip(
            [0, 9, 10, 59, 60, 605, 3599, 3600, 3661, 86400, 360_000],
            [
                "0:00", "0:09", "0:10", "0:59", "1:00", "10:05", "59:59", "1:00:00", "1:01:01", "24:00:00",
                "100:00:00",
            ]))
    func text(seconds: Int, text: String) {
        let closure = ClockViewModel(clock)
        let observable = ObservableClockViewModel(clock)
        clock.tell(.second(seconds))
        #expect(closure.text == text && observable.face.value.text == text)
    }

    @Test("with a closure is told whole seconds and the stop, nothing between")
    func closureStyle() {
        let view = ClockViewModel(clock)
        var heard: [String] = []
        view.didChange = { heard.append("\($0.text) \($0.isRunning)") }
        for milliseconds in [0, 400, 999, 1000, 1999, 2000] {
            clock.tell(.start + .milliseconds(milliseconds))
        }
        clock.stop(at: .start + .milliseconds(2500))
        #expect(heard == ["0:01 true", "0:02 true", "0:02 false"])
        #expect(view.seconds == 2 && !view.isRunning)
    }

    @Test("as an observable shows milliseconds to any number of listeners")
    func observableStyle() {
        let view = ObservableClockViewModel(clock)
        var heard: [[Duration]] = [[], []]
        let tokens = heard.indices.map { place in view.face.bind { heard[place].append($0.elapsed) } }
        clock.tell(.start + .milliseconds(1))
        clock.stop(at: .start + .milliseconds(3))
        #expect(
            heard == [
                [.zero, .milliseconds(1), .milliseconds(3)], [.zero, .milliseconds(1), .milliseconds(3)],
            ])
        #expect(!view.face.value.isRunning)
        withExtendedLifetime(tokens) {}
    }

    @Test("is shown as it stands to a view that comes late")
    func late() {
        clock.tell(.second(75))
        clock.stop(at: .second(75))
        #expect(ClockViewModel(clock).text == "1:15" && !ClockViewModel(clock).isRunning)
        #expect(ObservableClockViewModel(clock).face.value.text == "1:15")
    }

    @Test("keeps no view alive, and does not call one that is gone")
    func viewsGo() {
        let tracker = LifetimeTracker()
        do {
            let views = (ClockViewModel(clock), ObservableClockViewModel(clock))
            let witness = tracker.witness("didChange")
            views.0.didChange = { _ in witness.look() }
            tracker.track(views.0, "closure style")
            tracker.track(views.1, "observable style")
            clock.tell(.second(1))
            #expect(clock.reading.listenerCount == 2)
        }
        #expect(tracker.living == [])
        #expect(clock.reading.listenerCount == 0)
        clock.tell(.second(2))
    }
}
