import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("The recent events of a game")
struct RecentEventsTests {
    @Test("are returned unchanged, with letters of any script and every kind of event")
    func unchanged() throws {
        var letters = try PlayedGame("recent1234")
        for (cell, text) in ["a", "é", "한", "b", "c"].enumerated() { try letters.type(text, cell) }
        for (cell, text) in ["", "", "z", "é", "x"].enumerated() { try letters.type(text, cell) }
        for events in [letters.events, try PlayedGame.withEverything("recent1234").events] {
            let last = try #require(events.last).sequence
            for count in 0...events.count {
                var recent = RecentEvents(Array(events.prefix(count)))
                recent.append(Array(events.dropFirst(count)))
                let after = try #require(SequenceNumber(count))
                #expect(recent.events(after: .zero, upTo: last) == events)
                #expect(recent.events(after: after, upTo: last) == Array(events.dropFirst(count)))
            }
        }
    }

    @Test("are bounded in number; older events are forgotten")
    func bounded() throws {
        var played = try PlayedGame("recent1234")
        for turn in 0..<1000 { try played.type(turn / 25 % 2 == 0 ? "a" : "b", turn % 25) }
        var recent = RecentEvents([])
        for event in played.events { recent.append([event]) }
        let last = try #require(played.events.last).sequence
        #expect((StoreLimits.resumableEvents...StoreLimits.resumableEvents * 5 / 4).contains(recent.count))
        #expect(recent.events(after: .zero, upTo: last) == nil)
        let known = try #require(SequenceNumber(last.value - StoreLimits.resumableEvents))
        #expect(
            recent.events(after: known, upTo: last)
                == Array(played.events.suffix(StoreLimits.resumableEvents)))
        #expect(recent.events(after: last.next, upTo: last) == nil)
    }

    @Test("take 32 bytes each if they change one ASCII letter")
    func small() {
        #expect(MemoryLayout<PackedEvent>.stride == 32)
    }
}
