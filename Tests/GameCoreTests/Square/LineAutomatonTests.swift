import Testing

@testable import GameCore

@Suite("The automaton of line patterns")
struct LineAutomatonTests {
    @Test("a pattern gets the same state while the register grows and afterwards")
    func statesSurviveGrowth() {
        var random = SeededGenerator(seed: 1)
        let fullLines = (0..<3_125).map { _ in UInt32(truncatingIfNeeded: random.next() % 200) }
        var builder = AutomatonBuilder(letterCount: 5, outcomes: 200, capacity: 4)
        let whileGrowing = builder.states(holes: 1) { _ in fullLines }
        let afterwards = builder.states(holes: 1) { _ in fullLines }
        #expect(whileGrowing == afterwards)
    }
}
