import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The progress of long work on standard error: a bar on a terminal, elsewhere a line a minute.
nonisolated struct ProgressBar {
    private static let width = 40

    private let title: String
    private let isTerminal: Bool
    /// When the progress is shown next.
    private var next: ContinuousClock.Instant
    private var isDrawn = false

    init(
        _ title: String, isTerminal: Bool = isatty(STDERR_FILENO) == 1,
        at now: ContinuousClock.Instant = .now
    ) {
        self.title = title
        self.isTerminal = isTerminal
        next = isTerminal ? now : now + .seconds(60)
    }

    /// Shows `done` of `total` steps if it is time to.
    mutating func show(_ done: Int, of total: Int) {
        if let text = text(done, of: total, at: .now) { write(text) }
    }

    /// The text that shows `done` of `total` steps at `now`; nil if it is too early for the next text.
    mutating func text(_ done: Int, of total: Int, at now: ContinuousClock.Instant) -> String? {
        guard total > 0, now >= next || (isTerminal && done == total) else { return nil }
        next = now + (isTerminal ? .milliseconds(100) : .seconds(60))
        let percent = "\(done * 100 / total) %"
        guard isTerminal else { return "\(title): \(percent)\n" }
        isDrawn = true
        let filled = min(Self.width, done * Self.width / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        return "\r\(title) \(bar) \(percent)"
    }

    /// Erases the bar.
    func end() {
        if isDrawn { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
