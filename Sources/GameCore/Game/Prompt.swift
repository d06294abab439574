/// A question to the players of a game: title, message, buttons.
public struct Prompt: Equatable, Sendable {
    /// How long the players have to answer.
    public static let lifetime = Duration.seconds(60)

    /// The number of the prompt in its game, from 1.
    public let id: Int
    /// The name by which the rules recognize the prompt when it is dismissed.
    public let purpose: String
    /// The title: a few words.
    public private(set) var title: Sentence
    /// The message: one sentence.
    public private(set) var message: Sentence
    /// The labels of the buttons.
    public let buttons: [String]
    /// The index of the button that changes nothing.
    ///
    /// A player who is present and does not answer in time counts as having pressed it.
    public let cancel: Int
    /// The seat that asked; nil for somebody without a seat.
    public let asker: Seat?
    /// The seats that have yet to answer.
    public internal(set) var deciders: [Seat]
    /// When the prompt expires: ``lifetime`` after it was opened.
    public private(set) var expires: Timestamp
    /// The buttons pressed so far.
    package var answers: [Int] = []

    /// Creates a prompt.
    public init(
        id: Int, purpose: String, title: Sentence, message: Sentence, buttons: [String], cancel: Int,
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

    package func expiring(at moment: Timestamp) -> Prompt {
        var prompt = self
        prompt.expires = moment
        return prompt
    }

    /// A copy with the present names of the players in `state`.
    func naming(_ state: GameState) -> Prompt {
        var prompt = self
        (prompt.title, prompt.message) = (title.naming(state), message.naming(state))
        return prompt
    }

    /// A copy in which seats replace names, for a prompt that was stored or exported in words.
    ///
    /// Messages that ``Consent`` has not worded stay as they are.
    package var withoutNames: Prompt {
        guard message.parts.count == 1, case .text(let words)? = message.parts.first else { return self }
        let parts = words.split(separator: " would like to ", maxSplits: 1)
        guard parts.count == 2, parts[1].last == "." else { return self }
        let question = DropAbsent.question(purpose)
        let someone: Sentence = asker.map { "\($0)" } ?? "Somebody"
        let request = question?.request ?? "\(String(parts[1].dropLast()))"
        var prompt = self
        prompt.title = question?.title ?? title
        prompt.message = "\(someone) would like to \(request)."
        return prompt
    }

    /// The button that the answers decide on; nil while answers are missing.
    ///
    /// One press of cancel decides; any other button needs all answers.
    var outcome: Int? {
        if answers.contains(cancel) || Set(answers).count > 1 { return cancel }
        guard deciders.isEmpty else { return nil }
        return answers.first ?? cancel
    }

    /// The button when the time is up: the answers decide if only `absent` players have not answered.
    ///
    /// If nobody has answered, the asker decides. Only a prompt with two buttons tells what the asker wants;
    /// any other is cancelled.
    func outcome(without absent: Set<Seat>) -> Int {
        guard deciders.allSatisfy(absent.contains), !answers.contains(cancel), Set(answers).count < 2 else {
            return cancel
        }
        return answers.first ?? (buttons.count == 2 ? 1 - cancel : cancel)
    }
}

/// An open prompt with its dismissal closure.
public struct OpenPrompt {
    /// The prompt.
    public let prompt: Prompt
    /// Called once, with the prompt and the index of the button.
    public let didDismiss: (_ prompt: Prompt, _ buttonIndex: Int) throws(RuleViolation) -> Void

    /// Creates an open prompt.
    public init(
        _ prompt: Prompt,
        didDismiss: @escaping (_ prompt: Prompt, _ buttonIndex: Int) throws(RuleViolation) -> Void
    ) {
        self.prompt = prompt
        self.didDismiss = didDismiss
    }
}
