import EventIO
import GameCore
import GameJSON
import GameStore
import Metrics
import Synchronization

/// A swift-metrics backend that writes the Prometheus text format (version 0.0.4).
///
/// Supports counters, gauges and histograms of seconds. May be used on any thread.
nonisolated final class PrometheusRegistry: MetricsFactory {
    protocol Series: AnyObject, Sendable {
        func lines(_ name: String, _ labels: String) -> [String]
        var kind: String { get }
    }

    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    /// The text about each metric, by its name.
    private let help: [String: String]
    private let series = Locked<[Key: any Series]>([:])

    init(help: [String: String] = MetricHelp.texts) { self.help = help }

    /// All series as text, sorted by name.
    var exposition: String {
        // `sorted` copies the series into an array, so that the lock is not held while they are formatted.
        let all = series.withLock { series in
            series.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
        }
        var lines: [String] = []
        var previousName = ""
        for (key, series) in all {
            if key.name != previousName {
                lines += help[key.name].map { ["# HELP \(key.name) \($0)"] } ?? []
                lines.append("# TYPE \(key.name) \(series.kind)")
            }
            previousName = key.name
            lines += series.lines(key.name, key.labels)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        find(label, dimensions) { PrometheusCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        find(label, dimensions) { PrometheusGauge() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        find(label, dimensions) { PrometheusGauge() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        find(label, dimensions) { PrometheusHistogram() }
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    private func find<Found: Series>(
        _ label: String, _ dimensions: [(String, String)], _ make: () -> Found
    ) -> Found {
        let labels = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
        let key = Key(name: label, labels: labels)
        let made = make()
        return series.withLock { series in
            if let found = series[key] as? Found { return found }
            series[key] = made
            return made
        }
    }
}

/// A counter, which only increases.
nonisolated final class PrometheusCounter: CounterHandler, PrometheusRegistry.Series {
    private let count = Atomic<Int64>(0)
    let kind = "counter"

    func increment(by amount: Int64) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        count.store(0, ordering: .relaxed)
    }

    func lines(_ name: String, _ labels: String) -> [String] {
        ["\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(count.load(ordering: .relaxed))"]
    }
}

/// A gauge, which also serves swift-metrics recorders.
nonisolated final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusRegistry.Series {
    private let value = Locked<Double>(0)
    let kind = "gauge"

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func lines(_ name: String, _ labels: String) -> [String] {
        let value = value.withLock { $0 }
        let text = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
        return ["\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(text)"]
    }
}

/// A histogram of durations in seconds; the bucket bounds go from 10 µs to 3 s in steps of about three.
nonisolated final class PrometheusHistogram: TimerHandler, PrometheusRegistry.Series {
    private struct Counts {
        var buckets = [Int](repeating: 0, count: PrometheusHistogram.bounds.count)
        var count = 0
        var nanoseconds: Int64 = 0
    }

    private static let bounds: [Int64] = [
        10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000,
        300_000_000,
        1_000_000_000, 3_000_000_000,
    ]

    private let counts = Locked(Counts())
    let kind = "histogram"

    func recordNanoseconds(_ duration: Int64) {
        counts.withLock { counts in
            if let bucket = Self.bounds.firstIndex(where: { duration <= $0 }) { counts.buckets[bucket] += 1 }
            counts.count += 1
            counts.nanoseconds += duration
        }
    }

    func lines(_ name: String, _ labels: String) -> [String] {
        let counts = counts.withLock { $0 }
        let separator = labels.isEmpty ? "" : ","
        var sum = 0
        var lines = zip(Self.bounds, counts.buckets).map { bound, count in
            sum += count
            return "\(name)_bucket{\(labels)\(separator)le=\"\(Double(bound) / 1e9)\"} \(sum)"
        }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        lines.append("\(name)_bucket{\(labels)\(separator)le=\"+Inf\"} \(counts.count)")
        lines.append("\(name)_sum\(braces) \(Double(counts.nanoseconds) / 1e9)")
        lines.append("\(name)_count\(braces) \(counts.count)")
        return lines
    }
}
