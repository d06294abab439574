import Testing

@testable import GameStore

@Suite("Random text")
struct RandomTextTests {
    @Test("has each of the 32 characters at each place about equally often")
    func characters() {
        let texts = (0..<6_400).map { _ in Array(RandomText.make(length: 32)) }
        for place in 0..<32 {
            let counts = Dictionary(grouping: texts, by: { $0[place] }).mapValues(\.count)
            #expect(
                counts.count == 32 && counts.values.allSatisfy { (100...300).contains($0) }, "place \(place)")
        }
    }

    @Test("does not repeat the characters before it")
    func independence() {
        // A place depends on another one if the same two characters meet too often.
        let texts = (0..<6_400).map { _ in Array(RandomText.make(length: 26)) }
        for (one, other) in [(0, 1), (0, 12), (11, 12), (12, 24)] {
            let equal = texts.count { $0[one] == $0[other] }
            #expect((100...300).contains(equal), "places \(one) and \(other)")
        }
    }
}
