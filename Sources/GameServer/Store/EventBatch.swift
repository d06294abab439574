import GameCore

/// What one turn of the loop has produced for all games: one commit.
nonisolated struct EventBatch: Sendable {
    /// In the order in which they came.
    var entries: [JournalEntry] = []

    var isEmpty: Bool { entries.allSatisfy(\.isEmpty) }

    /// How many events there are.
    var count: Int { entries.reduce(0) { $0 + $1.events.count } }

    /// How many of the events changed a cell.
    var edits: Int {
        entries.reduce(0) { sum, entry in
            sum + entry.events.count { if case .cellChanged = $0.change { true } else { false } }
        }
    }
}
