import EventIO
import GameCore
import GameJSON
import GameStore

/// Health checks, metrics, and the explanations of problems.
enum Operations {
    /// The paths of health probes: whether the server runs, and whether it can save.
    static let probes: Set = ["/healthz", "/readyz"]
    static let metricsPath = "/metrics"

    static let routes = [
        Route(.get, "/healthz", cost: .free) { _ in .answer(Reply.text("ok\n")) },
        Route(.get, "/readyz", cost: .free, ready),
        Route(.get, metricsPath, cost: .free, metrics),
        Route(.get, "/version", cost: .free) { _ in .answer(Reply.json(Version.current.json)) },
        Route(.get, "/problems/{code}", cost: .free, explain),
    ]

    private static func ready(_ call: Call) throws -> Outcome {
        if let failure = call.world.commits.failure {
            let reason = failure.reason.hasSuffix(".") ? failure.reason : failure.reason + "."
            throw Problem.retryLater("store-unavailable", "The server cannot save: \(reason)", retryAfter: 2)
        }
        if let refusal = call.world.commits.refusal { throw refusal }
        let notice = call.world.dataLimit.notice.map { $0 + "\n" } ?? ""
        return .answer(Reply.text("ready\n" + notice))
    }

    private static func metrics(_ call: Call) throws -> Outcome {
        call.world.updateGauges()
        let text = call.world.prometheus.exposition
        return .answer(Reply.text(text, type: "text/plain; version=0.0.4; charset=utf-8"))
    }

    private static func explain(_ call: Call) throws -> Outcome {
        let code = call.parameters["code"] ?? ""
        let refusal = call.world.rules.refusals.first { $0.name == code }
        guard let kind = refusal.map(ProblemKind.init) ?? ProblemTable.kind(code: code) else {
            throw Problem(ProblemTable["not-found"], "There is no such problem code.")
        }
        return .answer(Reply.text("\(kind.title) (\(kind.code), status \(kind.status))\n\(kind.meaning)\n"))
    }
}

extension Version {
    fileprivate var json: [UInt8] {
        JSONWriter.object { json in
            json.field("version", Self.number)
            json.field("commit", commit)
            json.field("built", day)
        }
    }
}
