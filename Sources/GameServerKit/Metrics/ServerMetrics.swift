import Dispatch
import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore
import Metrics

/// The server's metrics.
///
/// May be used on any thread, because connections report from their loops.
nonisolated final class ServerMetrics: Sendable {
    private let registry: PrometheusRegistry
    /// Answers by status class: index 0 is 1xx.
    private let answers: [Counter]
    private let bytes: Counter
    private let connectionsOpened: Counter
    private let connectionsClosed: Counter
    private let latency: Metrics.Timer
    private let commitTime: Metrics.Timer
    private let edits: Counter
    private let commits: Counter
    private let batchSize: Meter

    init(_ registry: PrometheusRegistry) {
        self.registry = registry
        answers = (1...5).map { status in
            Counter(
                label: "fivebyfive_http_answers_total", dimensions: [("status", "\(status)xx")],
                factory: registry)
        }
        bytes = Counter(label: "fivebyfive_http_sent_bytes_total", factory: registry)
        connectionsOpened = Counter(label: "fivebyfive_connections_opened_total", factory: registry)
        connectionsClosed = Counter(label: "fivebyfive_connections_closed_total", factory: registry)
        latency = Metrics.Timer(label: "fivebyfive_http_request_seconds", factory: registry)
        commitTime = Metrics.Timer(label: "fivebyfive_commit_seconds", factory: registry)
        edits = Counter(label: "fivebyfive_edits_total", factory: registry)
        commits = Counter(label: "fivebyfive_commits_total", factory: registry)
        batchSize = Meter(label: "fivebyfive_commit_batch_events", factory: registry)
    }

    func observe(_ observation: HTTPObservation) {
        switch observation {
        case .connectionOpened: connectionsOpened.increment()
        case .connectionClosed: connectionsClosed.increment()
        case .refused(let refusal): countRefusal(refusal.code)
        case .answered(let status, let size):
            answers[min(max(status / 100, 1), 5) - 1].increment()
            bytes.increment(by: size)
        case .streamClosed(let end): count("fivebyfive_streams_ended_total", ("reason", end.rawValue))
        case .unanswered: count("fivebyfive_unanswered_total")
        case .acceptFailed: count("fivebyfive_accept_failures_total")
        default: break
        }
    }

    /// Records the time to answer a request; parked requests are not counted.
    func recordLatency(_ nanoseconds: Int64) {
        latency.recordNanoseconds(nanoseconds)
    }

    /// Counts a refusal; `code` comes from a fixed table, so the number of series is bounded.
    func countRefusal(_ code: String) {
        count("fivebyfive_refusals_total", ("code", code))
    }

    /// Records a committed batch of `events`, of which `edits` changed a cell.
    func recordCommit(_ events: Int, edits count: Int, in duration: Duration) {
        edits.increment(by: count)
        commits.increment()
        batchSize.set(events)
        commitTime.recordNanoseconds(duration.nanoseconds)
    }

    func countBackup(failed: Bool, by number: Int64) {
        let label = failed ? "fivebyfive_backup_failures_total" : "fivebyfive_backups_total"
        Counter(label: label, factory: registry).increment(by: number)
    }

    func countGamesWithLosses(_ number: Int) {
        Counter(label: "fivebyfive_games_with_losses_total", factory: registry).increment(by: number)
    }

    func countPrunedGames(_ number: Int) {
        Counter(label: "fivebyfive_pruned_games_total", factory: registry).increment(by: Int64(number))
    }

    func countTrimmedJournal() {
        Counter(label: "fivebyfive_trimmed_journals_total", factory: registry).increment()
    }

    func setGauge(_ name: String, _ value: Int) {
        Meter(label: "fivebyfive_" + name, factory: registry).set(value)
    }

    /// Sets the time that threads of one kind have worked for clients.
    func setWork(_ kind: WorkKind, seconds: Double) {
        Meter(label: "fivebyfive_work_seconds", dimensions: [("kind", kind.name)], factory: registry)
            .set(seconds)
    }

    private func count(_ label: String, _ dimensions: (String, String)...) {
        Counter(label: label, dimensions: dimensions, factory: registry).increment()
    }
}

extension Duration {
    nonisolated var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

/// The resident memory of the process, from `/proc`.
enum ResidentMemory {
    static var bytes: Int {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// Measures elapsed time in nanoseconds.
///
/// `Duration` calculates with 128 bits, which is measurably slower when every request is timed. The clock
/// does not advance while the machine is suspended.
nonisolated struct Stopwatch {
    private let started = Self.uptime

    /// The nanoseconds since the stopwatch was created.
    var nanoseconds: Int64 { Self.uptime - started }

    /// The nanoseconds since the system was started.
    static var uptime: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }
}
