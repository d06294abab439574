import Testing

@testable import GameServerCommands

@Suite("The progress of a command")
struct ProgressBarTests {
    private let start = ContinuousClock.now

    @Test("is a bar on a terminal, at most ten times a second, and at the end")
    func terminal() {
        var bar = ProgressBar("copying", isTerminal: true, at: start)
        let empty = String(repeating: "░", count: 20), full = String(repeating: "█", count: 20)
        #expect(bar.text(1, of: 2, at: start) == "\rcopying \(full)\(empty) 50 %")
        #expect(bar.text(1, of: 2, at: start + .milliseconds(99)) == nil)
        #expect(bar.text(2, of: 2, at: start + .milliseconds(99)) == "\rcopying \(full)\(full) 100 %")
    }

    @Test("is a line a minute elsewhere")
    func log() {
        var bar = ProgressBar("copying", isTerminal: false, at: start)
        #expect(bar.text(1, of: 4, at: start + .seconds(59)) == nil)
        #expect(bar.text(1, of: 4, at: start + .seconds(60)) == "copying: 25 %\n")
        #expect(bar.text(4, of: 4, at: start + .seconds(119)) == nil)
        #expect(bar.text(3, of: 4, at: start + .seconds(120)) == "copying: 75 %\n")
    }

    @Test("of no steps is nothing")
    func nothing() {
        var bar = ProgressBar("copying", isTerminal: true, at: start)
        #expect(bar.text(0, of: 0, at: start) == nil)
    }
}
