/// A question among players: title, message, buttons.
///
/// The facts of it are a value that events carry.
public struct Prompt: Equatable, Sendable {
    /// How long people have to answer.
    public static let lifetime = Duration.seconds(60)

    /// Its number in the game, from 1.
    public let id: Int
    /// What it is about: the name under which its rule set knows what to do.
    public let purpose: String
    /// A few words.
    public let title: String
    /// One sentence.
    public let message: String
    /// The buttons' labels.
    public let buttons: [String]
    /// The index of the button that changes nothing; expiry counts as pressing it.
    public let cancel: Int
    /// Who asked; nil for somebody without a seat.
    public let asker: Seat?
    /// Who decides and has not answered yet.
    public internal(set) var deciders: [Seat]
    /// When silence counts as cancel.
    public let expires: Timestamp
    /// The answers so far.
    package var answers: [Int] = []

    /// A question.
    public init(
        id: Int, purpose: String, title: String, message: String, buttons: [String], cancel: Int,
        asker: Seat?, deciders: [Seat], expires: Timestamp
    ) {
        self.id = id
        self.purpose = purpose
        self.title = title
        self.message = message
        self.buttons = buttons
        self.cancel = cancel
        self.asker = asker
        self.deciders = deciders
        self.expires = expires
    }

    /// The same prompt, open until `moment`.
    package func expiring(at moment: Timestamp) -> Prompt {
        var prompt = Prompt(
            id: id, purpose: purpose, title: title, message: message, buttons: buttons, cancel: cancel,
            asker: asker, deciders: deciders, expires: moment)
        prompt.answers = answers
        return prompt
    }

    /// The button that the answers so far amount to; nil while somebody still has to decide.
    ///
    /// One cancel ends it; otherwise all must press the same button.
    var outcome: Int? {
        if answers.contains(cancel) || Set(answers).count > 1 { return cancel }
        guard deciders.isEmpty else { return nil }
        return answers.first ?? cancel
    }
}

/// A prompt on the screens, with the closure that learns which button ended it.
public struct OpenPrompt {
    /// The question.
    public let prompt: Prompt
    /// Called once, with the question and the index of the button.
    public let didDismiss: (_ prompt: Prompt, _ buttonIndex: Int) throws(RuleViolation) -> Void

    /// A question and what to do with the answer.
    public init(
        _ prompt: Prompt,
        didDismiss: @escaping (_ prompt: Prompt, _ buttonIndex: Int) throws(RuleViolation) -> Void
    ) {
        self.prompt = prompt
        self.didDismiss = didDismiss
    }
}
