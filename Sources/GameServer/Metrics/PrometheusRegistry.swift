import EventIO
import Metrics

/// A backend of swift-metrics that writes the Prometheus text format (version 0.0.4).
///
/// Counters, gauges and histograms of seconds; any thread.
nonisolated final class PrometheusRegistry: MetricsFactory {
    /// Something that can write its lines.
    protocol Series: AnyObject, Sendable {
        func lines(_ name: String, _ labels: String) -> [String]
        var kind: String { get }
    }

    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    private let series = Locked<[Key: any Series]>([:])

    /// All series as text, by name.
    var exposition: String {
        // A list of one's own: the dictionary itself goes on being changed in place once this lock is left.
        let all = series.withLock { series in
            series.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
        }
        var lines: [String] = []
        var last = ""
        for (key, series) in all {
            if key.name != last { lines.append("# TYPE \(key.name) \(series.kind)") }
            last = key.name
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
