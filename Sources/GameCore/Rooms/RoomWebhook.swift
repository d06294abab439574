/// The webhook that gets a room's table of each day, and its progress.
///
/// Each day is settled once: told, refused, given up, or unknown because the server ended before the answer
/// came. The journal records a request before it is sent, so that no other node and no restarted server sends
/// it again.
public struct RoomWebhook: Equatable, Sendable {
    /// The service that the messages are for.
    public enum Shape: String, CaseIterable, Sendable {
        case discord
        case slack
        case matrix
    }

    /// The service that gets messages, with its URL.
    public struct Target: Equatable, Sendable {
        /// The URL, which is a secret of the host.
        public let url: String
        /// The service.
        public let shape: Shape
        /// The access token; nil for services whose URLs are secret.
        public let token: String?

        /// Creates a target.
        public init(url: String, shape: Shape, token: String?) {
            (self.url, self.shape, self.token) = (url, shape, token)
        }
    }

    /// How a day was settled.
    public enum Outcome: String, Sendable {
        /// The service has accepted the message.
        case told
        /// The service has refused the message, and would refuse it again.
        case refused
        /// The message was sent, but no answer came: it may have been posted.
        case unknown
        /// All attempts have failed.
        case gaveUp = "gave-up"
    }

    /// A settled day.
    public struct Report: Equatable, Sendable {
        /// The settled day.
        public let day: Day
        /// How it was settled.
        public let outcome: Outcome
        /// What the service or the network said, as a short phrase.
        public let reason: String
        /// When the day was settled: milliseconds since 1970.
        public fileprivate(set) var time: Int

        /// Creates a report; its time is that of the event that records it.
        public init(day: Day, outcome: Outcome, reason: String) {
            (self.day, self.outcome, self.reason, time) = (day, outcome, reason, 0)
        }
    }

    /// A day whose attempts have failed so far, with the time of the next one.
    public struct Pending: Equatable, Sendable {
        /// The day whose table was not sent.
        public let day: Day
        /// The number of failed attempts.
        public let attempts: Int
        /// When the first one failed: milliseconds since 1970.
        public let begun: Int
        /// When the next one is due: milliseconds since 1970.
        public let next: Int
        /// Why the last one failed.
        public let reason: String

        /// Creates the state after a failed attempt.
        public init(day: Day, attempts: Int, begun: Int, next: Int, reason: String) {
            (self.day, self.attempts, self.begun) = (day, attempts, begun)
            (self.next, self.reason) = (next, reason)
        }
    }

    /// A request that was about to be sent, and whose outcome is not recorded.
    public struct Telling: Equatable, Sendable {
        /// The day whose table is sent.
        public let day: Day
        /// When the request was recorded: milliseconds since 1970.
        public let time: Int
    }

    /// Where messages go.
    public private(set) var target: Target
    /// When the host has set the target: milliseconds since 1970.
    public private(set) var since: Int
    /// The last day that is settled; before the first one, the day before the webhook was set.
    public private(set) var settled: Day
    /// The last report.
    public private(set) var last: Report?
    /// The day whose attempts have failed so far; nil if there is none.
    public private(set) var pending: Pending?
    /// The request that may be under way; nil if there is none.
    public private(set) var telling: Telling?

    /// A change of a webhook.
    public enum Change: Equatable, Sendable {
        /// The host has set the address: the event `room.webhook`. Days after `settled` are told.
        case set(Target, settled: Day)
        /// The host has removed it: `room.webhook` without an address.
        case removed
        /// A request is about to be sent: `room.telling`.
        case telling(Day)
        /// A day is settled: `room.told`.
        case told(Report)
        /// An attempt has failed: `room.untold`.
        case untold(Pending)
    }

    /// The webhook after `change` at `time`, in milliseconds since 1970; nil if it was removed.
    static func after(_ change: Change, _ old: RoomWebhook?, at time: Int) -> RoomWebhook? {
        if case .set(let target, let settled) = change {
            var new = old ?? RoomWebhook(target: target, since: time, settled: settled)
            // A new address continues with the same day, and with the request that is under way.
            new.target = target
            new.since = time
            return new
        }
        guard change != .removed, var webhook = old else { return nil }
        webhook.apply(change, at: time)
        return webhook
    }

    private mutating func apply(_ change: Change, at time: Int) {
        switch change {
        case .set, .removed: break
        case .telling(let day): telling = Telling(day: day, time: time)
        case .told(var report):
            report.time = time
            last = report
            settled = report.day
            pending = nil
            telling = nil
        case .untold(let failed):
            pending = failed
            telling = nil
        }
    }

    /// The number of failed attempts to tell `day`.
    public func attempts(of day: Day) -> Int { pending?.day == day ? pending?.attempts ?? 0 : 0 }

    /// The option of a room that has or has had a webhook; the server finds such rooms in the store by it.
    public static let option = "webhook"

    private init(target: Target, since: Int, settled: Day) {
        (self.target, self.since, self.settled) = (target, since, settled)
    }
}

// MARK: Plain values

extension RoomWebhook.Change {
    static let setType = "room.webhook"

    var event: RuleEvent {
        switch self {
        case .set(let target, let settled):
            RuleEvent(
                Self.setType, target.values.merging(Parameters(["settled": .number(settled.number)])))
        case .removed: RuleEvent(Self.setType, .none)
        case .telling(let day): RuleEvent("room.telling", Parameters(["day": .number(day.number)]))
        case .told(let report): RuleEvent("room.told", report.values.without(["time"]))
        case .untold(let pending): RuleEvent("room.untold", pending.values)
        }
    }

    /// The options that the room has afterwards.
    var options: Parameters {
        switch self {
        case .set: Parameters([RoomWebhook.option: .flag(true)])
        case .removed: Parameters([RoomWebhook.option: .flag(false)])
        case .telling, .told, .untold: .none
        }
    }

    /// Reads the change that `event` records; nil if it is not a valid one.
    init?(_ event: RuleEvent) {
        let values = event.values
        switch event.type {
        case Self.setType where values == .none: self = .removed
        case Self.setType:
            guard let target = RoomWebhook.Target(values), let settled = values.webhookDay("settled") else {
                return nil
            }
            self = .set(target, settled: settled)
        case "room.telling":
            guard let day = values.webhookDay("day") else { return nil }
            self = .telling(day)
        case "room.told":
            guard let report = RoomWebhook.Report(values) else { return nil }
            self = .told(report)
        case "room.untold":
            guard let pending = RoomWebhook.Pending(values) else { return nil }
            self = .untold(pending)
        default: return nil
        }
    }
}

extension RoomWebhook {
    var values: Parameters {
        var values: [String: Parameters.Value] = [
            "since": .number(since), "settled": .number(settled.number),
        ]
        if let last { values["last"] = .group(last.values) }
        if let pending { values["pending"] = .group(pending.values) }
        if let telling {
            values["telling"] = .group(
                Parameters(["day": .number(telling.day.number), "time": .number(telling.time)]))
        }
        return target.values.merging(Parameters(values))
    }

    init?(_ values: Parameters) {
        guard let target = Target(values), let since = values.number("since"),
            let settled = values.webhookDay("settled")
        else { return nil }
        self.init(target: target, since: since, settled: settled)
        last = ((try? values.group("last")) ?? nil).flatMap(Report.init)
        pending = ((try? values.group("pending")) ?? nil).flatMap(Pending.init)
        guard let values = (try? values.group("telling")) ?? nil, let day = values.webhookDay("day"),
            let time = values.number("time")
        else { return }
        telling = Telling(day: day, time: time)
    }
}

extension RoomWebhook.Target {
    fileprivate var values: Parameters {
        var values: [String: Parameters.Value] = ["url": .text(url), "shape": .text(shape.rawValue)]
        if let token { values["token"] = .text(token) }
        return Parameters(values)
    }

    init?(_ values: Parameters) {
        guard let url = values.name("url"),
            let shape = values.name("shape").flatMap(RoomWebhook.Shape.init(rawValue:))
        else { return nil }
        self.init(url: url, shape: shape, token: values.name("token"))
    }
}

extension RoomWebhook.Report {
    /// The report as plain values.
    public var values: Parameters {
        Parameters([
            "day": .number(day.number), "outcome": .text(outcome.rawValue), "reason": .text(reason),
            "time": .number(time),
        ])
    }

    init?(_ values: Parameters) {
        guard let day = values.webhookDay("day"),
            let outcome = values.name("outcome").flatMap(RoomWebhook.Outcome.init(rawValue:)),
            let reason = values.name("reason")
        else { return nil }
        self.init(day: day, outcome: outcome, reason: reason)
        time = values.number("time") ?? 0
    }
}

extension RoomWebhook.Pending {
    /// The state as plain values.
    public var values: Parameters {
        Parameters([
            "day": .number(day.number), "attempts": .number(attempts), "begun": .number(begun),
            "next": .number(next), "reason": .text(reason),
        ])
    }

    init?(_ values: Parameters) {
        guard let day = values.webhookDay("day"), let attempts = values.number("attempts"),
            let begun = values.number("begun"), let next = values.number("next"),
            let reason = values.name("reason")
        else { return nil }
        self.init(day: day, attempts: attempts, begun: begun, next: next, reason: reason)
    }
}

extension Parameters {
    fileprivate func webhookDay(_ name: String) -> Day? { number(name).map { Day(number: $0) } }
}

// MARK: Rules

extension RoomRules {
    /// Sets the actions of the webhook, by which the host and the server change it.
    func setWebhookActions(on game: GameController) {
        set(
            "webhook", ["url": .text, "shape": .text, "token": .text, "settled": .integer(in: 0...Int.max)],
            on: game
        ) {
            game, call throws(RuleViolation) in
            try game.requireHost(call.player)
            guard let target = RoomWebhook.Target(call.parameters),
                let settled = call.parameters.number("settled")
            else {
                if game.state.room?.webhook != nil { game.record(.webhook(.removed)) }
                return
            }
            guard game.state.room?.webhook?.target != target else { return }
            game.record(.webhook(.set(target, settled: Day(number: settled))))
        }
        setTelling("tell", ["since": .integer(in: 0...Int.max)], on: game) { webhook, values in
            // The host may have set another address since the connection was made.
            guard webhook.since == values.number("since") else { return nil }
            return values.webhookDay("day").map(RoomWebhook.Change.telling)
        }
        setTelling("told", ["outcome": .text, "reason": .text], on: game) { _, values in
            RoomWebhook.Report(values).map(RoomWebhook.Change.told)
        }
        setTelling(
            "untold",
            [
                "attempts": .integer(in: 1...Int.max), "begun": .integer(in: 0...Int.max),
                "next": .integer(in: 0...Int.max), "reason": .text,
            ], on: game
        ) { webhook, values in
            guard let pending = RoomWebhook.Pending(values),
                pending.attempts == webhook.attempts(of: pending.day) + 1
            else { return nil }
            return .untold(pending)
        }
    }

    /// Sets an action by which the server records a step; it changes nothing if another node was first.
    ///
    /// Its parameter `claim` is the time of the recorded request, if there is one.
    private func setTelling(
        _ name: String, _ parameters: [String: Schema], on game: GameController,
        _ change: @escaping (RoomWebhook, Parameters) -> RoomWebhook.Change?
    ) {
        let numbers = ["day", "claim"].map { ($0, Schema.integer(in: 0...Int.max)) }
        let all = parameters.merging(numbers) { first, _ in first }
        set(name, all, on: game) { game, call throws(RuleViolation) in
            try game.requireHost(call.player)
            let values = call.parameters
            guard let webhook = game.state.room?.webhook, let day = values.number("day"),
                webhook.settled.number < day, webhook.telling?.time == values.number("claim")
            else { return }
            if let change = change(webhook, values) { game.record(.webhook(change)) }
        }
    }
}
