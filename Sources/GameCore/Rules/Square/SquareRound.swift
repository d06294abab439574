/// The state of a started word square: the called letters, and the seats that have to call or place.
public struct SquareRound: Equatable, Sendable {
    /// The action that the game waits for.
    public enum Step: String, Sendable {
        /// A player, or the server for a single player, calls a letter.
        case call
        /// Each player places the called letter.
        case place
        /// Each player fills the last cell with any letter.
        case last
    }

    /// The seats that play, in calling order.
    public let order: [Seat]
    /// The number of letters called in a whole game, 24 or 25.
    public let callCount: Int
    /// The fingerprint of the lexicon at the start of the game.
    public let fingerprint: UInt64
    /// The letters called so far, in order.
    public private(set) var letters: [Letter] = []
    /// The start of the current step, from which the time limit runs.
    public private(set) var stepStartedAt: Timestamp
    /// The seats for which a bot has placed at least one letter.
    public private(set) var assistedSeats: Set<Seat> = []
    /// The seats that have not placed the called letter, or filled the last cell, yet.
    public private(set) var seatsToPlace: Set<Seat> = []
    /// Whether a bot has called the latest letter, on its own seat or for a player who was away or late.
    public private(set) var isCalledByBot = false
    private var isLastCell = false

    /// Creates the state at the start of a game; nil if the values of `start` are not those of a word square.
    init?(_ start: GameStart, at time: Timestamp) {
        guard case .number(let calls) = start.values.values["calls"], (24...25).contains(calls),
            case .text(let digits) = start.values.values["fingerprint"],
            let fingerprint = UInt64(digits, radix: 16), Set(start.order).count == start.order.count,
            case .text = start.values.values["lexicon"], start.values.values.count == 3
        else { return nil }
        order = start.order
        callCount = calls
        self.fingerprint = fingerprint
        stepStartedAt = time
    }

    /// The action that the game waits for; nil when all boards are full.
    public var step: Step? {
        if !seatsToPlace.isEmpty { return isLastCell ? .last : .place }
        return letters.count < callCount ? .call : nil
    }

    /// The letter to place, during the step ``Step/place``.
    public var calledLetter: Letter? { step == .place ? letters.last : nil }

    /// The seat that has to call, or has called the letter to place; nil for the server, and after the calls.
    public var caller: Seat? {
        let number = seatsToPlace.isEmpty ? letters.count : letters.count - 1
        guard order.count > 1, !isLastCell, number < callCount else { return nil }
        return order[max(number, 0) % order.count]
    }

    /// Whether there is only one player, for whom the server calls.
    public var isSolo: Bool { order.count == 1 }

    /// Whether `seat` has placed the letter called last, and filled the last cell if that is due.
    public func hasPlaced(_ seat: Seat) -> Bool {
        order.contains(seat) && !letters.isEmpty && !seatsToPlace.contains(seat)
    }

    /// Whether an imported or stored `call` can be the next one.
    func canApply(_ call: LetterCall) -> Bool {
        step == .call && call.number == letters.count + 1 && (call.by.map(order.contains) ?? true)
    }

    fileprivate mutating func recordCall(_ call: LetterCall, at time: Timestamp) {
        letters.append(call.letter)
        isCalledByBot = call.isBot
        seatsToPlace = Set(order)
        stepStartedAt = time
    }

    fileprivate mutating func recordPlacement(by seat: Seat, isBot: Bool, at time: Timestamp) {
        if isBot { assistedSeats.insert(seat) }
        guard seatsToPlace.remove(seat) != nil, seatsToPlace.isEmpty else { return }
        stepStartedAt = time
        guard letters.count == callCount, callCount < CellIndex.count, !isLastCell else { return }
        isLastCell = true
        seatsToPlace = Set(order)
    }
}

/// The rule state of word squares.
public struct SquareState: RuleState {
    /// The state of the round; nil before the start.
    public private(set) var round: SquareRound?

    /// Creates the state before the start.
    public init() {}

    /// Applies starts, calls and placed letters.
    public mutating func apply(_ event: GameEvent, to state: GameState) {
        switch event.change {
        case .gameStarted(let start): round = SquareRound(start, at: event.time)
        case .ruleEvent(let ruleEvent):
            if let call = LetterCall(ruleEvent) { round?.recordCall(call, at: event.time) }
        case .cellChanged(let change):
            guard change.by != nil, let owner = Seat(change.board) else { return }
            round?.recordPlacement(by: owner, isBot: change.cause == .bot, at: event.time)
        default: break
        }
    }
}

extension GameState {
    /// The round of a word square; nil before the start and in other games.
    public var round: SquareRound? { (ruleState as? SquareState)?.round }
}

/// A called letter: the event `letter.called`.
public struct LetterCall: Equatable, Sendable {
    /// The event type on the wire.
    public static let type = "letter.called"

    /// The called letter.
    public let letter: Letter
    /// The number of the call, from 1.
    public let number: Int
    /// The seat that called; nil for the server.
    public let by: Seat?
    /// Whether a bot called for the seat.
    public let isBot: Bool

    /// Creates a call.
    public init(letter: Letter, number: Int, by: Seat?, isBot: Bool = false) {
        self.letter = letter
        self.number = number
        self.by = by
        self.isBot = isBot
    }

    /// Reads a call from `event`; nil if it is not a valid one.
    public init?(_ event: RuleEvent) {
        let values = event.values
        guard event.type == Self.type, (try? values.allowOnly(["letter", "number", "by", "cause"])) != nil,
            let letter = (try? values.text("letter")).flatMap({ $0.flatMap { Letter($0) } }),
            let number = (try? values.number("number", in: 1...CellIndex.count)) ?? nil
        else { return nil }
        var seat: Seat?
        if case .number(let by) = values.values["by"] {
            seat = Seat(by)
            if seat == nil { return nil }
        }
        let cause = (try? values.text("cause")) ?? nil
        guard cause == nil || cause == Cause.bot.rawValue else { return nil }
        self.init(letter: letter, number: number, by: seat, isBot: cause != nil)
    }

    /// The call as an event of the journal.
    public var event: RuleEvent {
        var values: [String: Parameters.Value] = ["letter": .text(letter.text), "number": .number(number)]
        if let by { values["by"] = .number(by.number) }
        if isBot { values["cause"] = .text(Cause.bot.rawValue) }
        return RuleEvent(Self.type, Parameters(values))
    }
}
