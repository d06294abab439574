/// How well a bot plays.
public enum BotLevel: String, Codable, CaseIterable, Sendable {
    /// Like somebody who plays now and then.
    case easy
    /// Like somebody who plays well.
    case medium
    /// As well as is known.
    case hard
}
