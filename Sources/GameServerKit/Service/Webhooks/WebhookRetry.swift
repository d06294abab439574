import EventIO
import Foundation
import GameCore
import GameJSON

/// The decision after an attempt to post a day.
nonisolated enum WebhookVerdict: Equatable {
    case settled(RoomWebhook.Outcome, reason: String)
    /// Try again, after the wait that the service has asked for, if it has.
    case tryAgain(reason: String, after: Duration?)

    /// The verdict on `result` for a service of `shape`.
    ///
    /// A message that may have arrived is sent again to Matrix only, which knows it by its transaction.
    init(
        _ result: Result<HTTPClient.Answer, HTTPClient.Failure>, _ shape: RoomWebhook.Shape, at now: Timestamp
    ) {
        switch result {
        case .success(let answer): self.init(answer, at: now)
        case .failure(let failure) where failure.isRefused:
            self = .settled(.refused, reason: failure.description)
        case .failure(let failure) where failure.mayHaveArrived && shape != .matrix:
            self = .settled(.unknown, reason: failure.description)
        case .failure(let failure): self = .tryAgain(reason: failure.description, after: nil)
        }
    }

    private init(_ answer: HTTPClient.Answer, at now: Timestamp) {
        let reason = "status \(answer.status)"
        switch answer.status {
        case 200...299: self = .settled(.told, reason: reason)
        case 300...399: self = .settled(.refused, reason: reason + ", and redirects are not followed")
        case 408, 425, 429, 500...599:
            self = .tryAgain(reason: reason, after: answer.retryAfter.flatMap { Self.wait($0, at: now) })
        default: self = .settled(.refused, reason: reason)
        }
    }

    /// The wait in the value of Retry-After: seconds, or a date.
    static func wait(_ text: String, at now: Timestamp) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        // Some services send fractions.
        if let seconds = Double(text), seconds.isFinite, seconds >= 0 {
            return .seconds(min(seconds.rounded(.up), 1e6))
        }
        let format = DateFormatter()
        (format.locale, format.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { date in
            .milliseconds(max(date.timeIntervalSince1970 * 1000 - Double(now.milliseconds), 0))
        }
    }
}

/// When a failed post is tried again: after doubling waits, for at most a day.
nonisolated struct WebhookRetry: Sendable {
    /// The wait after the first failure.
    var first = Duration.seconds(30)
    /// The longest wait between two attempts, also if a service asks for more.
    static let longest = Duration.seconds(4 * 3600)
    /// The time after the first failure at which the post is given up.
    static let total = Duration.seconds(86_400)
    /// The number of attempts.
    static let attempts = 14

    /// When the next attempt is due; nil to give up.
    ///
    /// - Parameters:
    ///   - attempts: The number of failed attempts, at least 1.
    ///   - begun: When the first one failed.
    ///   - asked: The wait that the service has asked for.
    ///   - jitter: From 0 to 1; moves the next attempt back by up to a fifth of the wait, so that the rooms of a
    ///     service that was down do not all come at once.
    func next(
        after attempts: Int, begun: Int64, now: Int64, asked: Duration?, jitter: Double
    ) -> Int64? {
        guard attempts < Self.attempts else { return nil }
        let doubled = first * (1 << min(attempts - 1, 20))
        let wait = min(max(doubled, asked ?? .zero), Self.longest)
        let next = now + wait.wholeMilliseconds + Int64(Double(wait.wholeMilliseconds) * 0.2 * jitter)
        return next - begun < Self.total.wholeMilliseconds ? next : nil
    }
}
