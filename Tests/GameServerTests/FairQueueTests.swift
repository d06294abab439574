import Testing

@testable import GameStore

@Suite("A fair queue")
struct FairQueueTests {
    @Test("serves clients in turn, and each client in order")
    func inTurn() {
        var queue = FairQueue<String>()
        for element in ["a1", "a2", "a3", "b1", "c1", "c2"] {
            queue.append(element, for: String(element.prefix(1)))
        }
        #expect(queue.count == 6 && queue.count(of: "a") == 3 && queue.count(of: "d") == 0)
        var served: [String] = []
        while let element = queue.popFirst() { served.append(element) }
        #expect(served == ["a1", "b1", "c1", "a2", "c2", "a3"])
        #expect(queue.count == 0 && queue.count(of: "a") == 0)
    }

    @Test("puts a client that comes back behind the others")
    func comesBack() {
        var queue = FairQueue<String>()
        queue.append("a1", for: "a")
        #expect(queue.popFirst() == "a1")
        queue.append("b1", for: "b")
        queue.append("a2", for: "a")
        #expect(queue.popFirst() == "b1")
        #expect(queue.popFirst() == "a2")
        #expect(queue.popFirst() == nil)
    }

    @Test("passes over busy clients, which keep their places")
    func passesOver() {
        var queue = FairQueue<String>()
        for element in ["a1", "b1", "a2", "c1"] { queue.append(element, for: String(element.prefix(1))) }
        #expect(queue.popFirst { $0 != "b" } == "b1")
        #expect(queue.popFirst { _ in true } == nil && queue.count == 3)
        #expect(queue.popFirst() == "a1")
        #expect(queue.popFirst { $0 == "a" } == "c1")
        #expect(queue.popFirst() == "a2")
    }
}
