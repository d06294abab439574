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

    private let schedule: Schedule
    private let store: SQLiteEventStore
    private let loop: MainLoop
    private let metrics: ServerMetrics
    private let log: Logger
    private var timer: LoopTimer?
    /// When the next backup begins, on a clock that nobody can set.
    private var nextTry = ContinuousClock.now
    private var isRunning = false
    /// The time of the last verified backup, also of an earlier process; nil before the first.
    private var lastGood: ContinuousClock.Instant?

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
        if let date = names.last.flatMap({ attributes(of: $0)?[.modificationDate] as? Date }) {
            let last = ContinuousClock.now - .seconds(max(Date().timeIntervalSince(date), 0))
            (lastGood, nextTry) = (last, last + schedule.interval)
        }
        metrics.countBackup(failed: false, by: 0)
        metrics.countBackup(failed: true, by: 0)
        timer = loop.timer(after: min(schedule.interval / 4, .seconds(60)), repeating: true) { [weak self] in
            self?.runIfDue()
        }
    }

    /// The seconds since the last verified backup; nil before the first.
    var age: Int? { lastGood.map { Int((ContinuousClock.now - $0).components.seconds) } }

    /// The names of the backups in the folder that a server has made, the oldest first.
    private var names: [BackupName] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: schedule.folder)) ?? []
        return all.compactMap(BackupName.init(_:)).filter {
            attributes(of: $0)?[.type] as? FileAttributeType == .typeRegular
        }.sorted()
    }

    private func attributes(of name: BackupName) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: path(of: name))
    }

    private func path(of name: BackupName) -> String { schedule.folder + "/" + name.text }

    private func runIfDue() {
        guard ContinuousClock.now >= nextTry, !isRunning else { return }
        isRunning = true
        nextTry = .now + schedule.interval
        let name = BackupName(at: .systemNow())
        store.backup(to: path(of: name), progress: { _, _ in true }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: verify(name)
            case .failure(let failure): finish(name, failure)
            }
        }
    }

    private func verify(_ name: BackupName) {
        let (loop, path) = (loop, path(of: name))
        DispatchQueue.global(qos: .utility).async { [weak self] in
            var failure: StoreFailure?
            do { try BackupCheck.run(path) } catch let found { failure = StoreFailure(found) }
            loop.enter { [failure] in self?.finish(name, failure) }
        }
    }

    private func finish(_ name: BackupName, _ failure: StoreFailure?) {
        isRunning = false
        metrics.countBackup(failed: failure != nil, by: 1)
        guard let failure else {
            lastGood = .now
            log.info("saved and verified the backup \(path(of: name))")
            // A later name comes from a clock that was ahead; that backup is not one of the oldest.
            for old in names.filter({ $0 <= name }).dropLast(schedule.count) { unlink(path(of: old)) }
            return
        }
        unlink(path(of: name))
        log.error("the backup failed: \(failure.fullDescription)")
    }
}
