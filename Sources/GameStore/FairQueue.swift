import DequeModule

/// A queue that serves clients in turn: one element of each, however many a client has queued.
///
/// Elements of one client keep their order.
package nonisolated struct FairQueue<Element> {
    private var lines: [String: Deque<Element>] = [:]
    /// The clients with a line, the next one first.
    private var turns: Deque<String> = []
    /// The number of elements of all clients.
    package private(set) var count = 0

    package init() {}

    /// The number of elements of `client`.
    package func count(of client: String) -> Int { lines[client]?.count ?? 0 }

    /// Adds `element` at the end of the line of `client`.
    ///
    /// - Complexity: O(1).
    package mutating func append(_ element: Element, for client: String) {
        if lines[client] == nil { turns.append(client) }
        lines[client, default: []].append(element)
        count += 1
    }

    /// Removes the first element of the client whose turn it is; busy clients keep their places.
    ///
    /// - Complexity: O(busy clients).
    package mutating func popFirst(isBusy: (String) -> Bool = { _ in false }) -> Element? {
        guard let turn = turns.firstIndex(where: { !isBusy($0) }) else { return nil }
        let client = turns.remove(at: turn)
        guard let element = lines[client]?.popFirst() else { return nil }
        if lines[client]?.isEmpty == true { lines[client] = nil } else { turns.append(client) }
        count -= 1
        return element
    }
}
