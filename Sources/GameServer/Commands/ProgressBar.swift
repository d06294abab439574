import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// A progress bar on standard error, shown only on a terminal.
nonisolated struct ProgressBar {
    private static let width = 40
    private let title: String
    private let isShown: Bool
    private var lastDrawn: ContinuousClock.Instant?

    init(_ title: String) {
        self.title = title
        isShown = isatty(STDERR_FILENO) == 1
    }

    /// Draws the bar for `done` of `total` steps, at most ten times a second.
    mutating func show(_ done: Int, of total: Int) {
        guard isShown, total > 0 else { return }
        let now = ContinuousClock.now
        guard done == total || lastDrawn.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        lastDrawn = now
        let filled = min(Self.width, done * Self.width / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        write("\r\(title) \(bar) \(done * 100 / total) %")
    }

    /// Erases the bar.
    func end() {
        if isShown, lastDrawn != nil { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
