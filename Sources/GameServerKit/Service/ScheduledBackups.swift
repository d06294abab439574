import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore
import Logging

/// Backs up the database at intervals, verifies each backup, and removes the oldest ones.
final class ScheduledBackups {
    /// When and where backups are made.
    struct Schedule: Sendable {
        let interval: Duration
        /// The number of backups to keep, at least 1.
        let count: Int
        let folder: String
    }

    private static let prefix = "games-"
    private static let suffix = ".sqlite"

    private let schedule: Schedule
    private let store: SQLiteEventStore
    private let loop: MainLoop
    private let metrics: ServerMetrics
    private let log: Logger
    private var timer: LoopTimer?
    private var lastTry: Date?
    private var isRunning = false
    /// The time of the last verified backup, also of an earlier process; nil before the first.
    private(set) var lastGood: Date?

    /// Creates the folder if necessary, removes what interrupted backups have left there, and starts.
    ///
    /// - Throws: `StoreRefusal` if the folder cannot be written.
    init(
        _ schedule: Schedule, of store: SQLiteEventStore, loop: MainLoop, metrics: ServerMetrics, log: Logger
    ) throws {
        (self.schedule, self.store, self.loop, self.metrics, self.log) = (schedule, store, loop, metrics, log)
        try? FileManager.default.createDirectory(
            atPath: schedule.folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard access(schedule.folder, W_OK | X_OK) == 0 else {
            throw StoreRefusal("The backup folder “\(schedule.folder)” is not writable.")
        }
        PartialFile.removeInterrupted(in: schedule.folder)
        lastGood = names.last.flatMap { name in
            let path = schedule.folder + "/" + name
            return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        metrics.countBackup(failed: false, by: 0)
        metrics.countBackup(failed: true, by: 0)
        timer = loop.timer(after: min(schedule.interval / 4, .seconds(60)), repeating: true) { [weak self] in
            self?.runIfDue()
        }
    }

    /// The seconds since the last verified backup; nil before the first.
    var age: Int? { lastGood.map { max(Int(Date().timeIntervalSince($0)), 0) } }

    /// The names of the backups in the folder, the oldest first.
    private var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: schedule.folder)) ?? []
        return all.filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }.sorted()
    }

    private func runIfDue() {
        let last = [lastGood, lastTry].compactMap { $0 }.max()
        let isDue = last.map { Date().timeIntervalSince($0) >= schedule.interval.seconds } ?? true
        guard isDue, !isRunning else { return }
        isRunning = true
        lastTry = Date()
        let time = Timestamp.systemNow().rfc3339.filter { $0 != ":" && $0 != "-" && $0 != "." }
        let path = "\(schedule.folder)/\(Self.prefix)\(time)\(Self.suffix)"
        store.backup(to: path, progress: { _, _ in true }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: verify(path)
            case .failure(let failure): finish(path, failure)
            }
        }
    }

    private func verify(_ path: String) {
        let loop = loop
        DispatchQueue.global(qos: .utility).async { [weak self] in
            var failure: StoreFailure?
            do { try BackupCheck.run(path) } catch let found { failure = StoreFailure(found) }
            loop.enter { [failure] in self?.finish(path, failure) }
        }
    }

    private func finish(_ path: String, _ failure: StoreFailure?) {
        isRunning = false
        metrics.countBackup(failed: failure != nil, by: 1)
        guard let failure else {
            lastGood = Date()
            log.info("saved and verified the backup \(path)")
            for name in names.dropLast(schedule.count) { unlink(schedule.folder + "/" + name) }
            return
        }
        unlink(path)
        log.error("the backup failed: \(failure.fullDescription)")
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
