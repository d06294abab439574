/// What a word square remembers: the letters called, and the seats that have still to place.
///
/// Folded from the events; what is on the boards stands there.
public struct SquareRound: Equatable, Sendable {
    /// What everybody waits for.
    public enum Step: String, Sendable {
        /// A letter is to be called.
        case call
        /// The called letter is to be placed.
        case place
        /// Everybody fills the last cell with a letter of their own.
        case last
    }

    /// The seats that play, in the order in which they call.
    public let order: [Seat]
    /// The number of letters that are called in all.
    public let calls: Int
    /// The lexicon's fingerprint when the game began.
    public let fingerprint: UInt64
    /// The letters called so far, in order.
    public private(set) var letters: [Letter] = []
    /// When the present step began.
    public private(set) var began: Timestamp
    /// The seats for which a bot has placed a letter.
    public private(set) var helped: Set<Seat> = []
    /// The seats that have still to place.
    public private(set) var placing: Set<Seat> = []
    private var isLast = false

    /// The beginning, at `time`; nil when the start says nothing of called letters.
    init?(_ start: GameStart, at time: Timestamp) {
        guard case .number(let calls) = start.values.values["calls"], (24...25).contains(calls),
            case .text(let digits) = start.values.values["fingerprint"],
            let fingerprint = UInt64(digits, radix: 16), Set(start.order).count == start.order.count,
            case .text = start.values.values["lexicon"], start.values.values.count == 3
        else { return nil }
        order = start.order
        self.calls = calls
        self.fingerprint = fingerprint
        began = time
    }

    /// What everybody waits for; nil when all is placed.
    public var step: Step? {
        if !placing.isEmpty { return isLast ? .last : .place }
        return letters.count < calls ? .call : nil
    }

    /// The letter that is being placed.
    public var called: Letter? { step == .place ? letters.last : nil }

    /// The seat whose turn it is to call, or whose letter is being placed; nil when the server calls, and in
    /// the end.
    public var caller: Seat? {
        let number = placing.isEmpty ? letters.count : letters.count - 1
        guard order.count > 1, !isLast, number < calls else { return nil }
        return order[max(number, 0) % order.count]
    }

    /// Whether one person plays alone and the server calls.
    public var isSolo: Bool { order.count == 1 }

    /// Whether `seat` has placed in the present round.
    public func hasPlaced(_ seat: Seat) -> Bool {
        order.contains(seat) && !letters.isEmpty && !placing.contains(seat)
    }

    /// Whether `call` can be the next one.
    func admits(_ call: LetterCall) -> Bool {
        step == .call && call.number == letters.count + 1 && (call.by.map(order.contains) ?? true)
    }

    fileprivate mutating func apply(_ call: LetterCall, at time: Timestamp) {
        letters.append(call.letter)
        placing = Set(order)
        began = time
    }

    fileprivate mutating func placed(_ seat: Seat, byBot: Bool, at time: Timestamp) {
        if byBot { helped.insert(seat) }
        guard placing.remove(seat) != nil, placing.isEmpty else { return }
        began = time
        // Everybody chooses the letter of the last cell when fewer letters are called than there are cells.
        guard letters.count == calls, calls < CellIndex.count, !isLast else { return }
        isLast = true
        placing = Set(order)
    }
}

extension SquareRound {
    fileprivate var values: Parameters {
        func seats(_ seats: some Sequence<Seat>) -> Parameters.Value {
            .list(seats.sorted().map { .number($0.number) })
        }
        return Parameters([
            "order": .list(order.map { .number($0.number) }), "calls": .number(calls),
            "fingerprint": .text(fingerprint.hexDigits), "letters": .texts(letters.map(\.text)),
            "began": .number(Int(began.milliseconds)), "away": .number(Int(began.away)),
            "helped": seats(helped), "placing": seats(placing), "last": .flag(isLast),
        ])
    }

    fileprivate init(_ values: Parameters) throws(RuleViolation) {
        func seats(_ name: String) throws(RuleViolation) -> [Seat] {
            try values.list(name).compactMap {
                if case .number(let number) = $0 { Seat(number) } else { nil }
            }
        }
        func time(_ name: String) throws(RuleViolation) -> Int64 {
            Int64(try values.number(name, in: Int.min...Int.max) ?? 0)
        }
        let began = Timestamp(milliseconds: try time("began"), away: try time("away"))
        let start = GameStart(
            order: try seats("order"),
            values: Parameters([
                "calls": values.values["calls"] ?? .null, "lexicon": .text(""),
                "fingerprint": values.values["fingerprint"] ?? .null,
            ]))
        guard let round = SquareRound(start, at: began) else {
            throw RuleViolation(.invalidValue, "That is no round of a word square.")
        }
        self = round
        letters = try values.list("letters").compactMap {
            if case .text(let text) = $0 { Letter(text) } else { nil }
        }
        (helped, placing) = (Set(try seats("helped")), Set(try seats("placing")))
        isLast = try values.flag("last") ?? false
    }
}

/// What the rules of word squares remember: the round, from the start of the game on.
public struct SquareMemory: RuleState {
    /// The round; nil before the start.
    public private(set) var round: SquareRound?

    /// No round yet.
    public init() {}

    /// The round that `values` keep.
    public init?(_ values: Parameters) {
        guard !values.values.isEmpty else { return }
        guard let round = try? SquareRound(values) else { return nil }
        self.round = round
    }

    /// The round as plain values.
    public var values: Parameters { round?.values ?? .none }

    /// The start begins the round; calls and placed letters go on with it.
    public mutating func apply(_ event: GameEvent, to state: GameState) {
        switch event.change {
        case .gameStarted(let start): round = SquareRound(start, at: event.time)
        case .ruled(let ruled):
            if let call = LetterCall(ruled) { round?.apply(call, at: event.time) }
        case .cellChanged(let change):
            guard change.by != nil, let owner = Seat(change.board) else { return }
            round?.placed(owner, byBot: change.cause == .bot, at: event.time)
        default: break
        }
    }
}

extension GameState {
    /// The round of a word square, from its start on.
    public var round: SquareRound? { (memory as? SquareMemory)?.round }
}

/// A letter that everybody is to place: the event `letter.called`.
public struct LetterCall: Equatable, Sendable {
    /// The event's name on the wire.
    public static let type = "letter.called"

    /// The letter.
    public let letter: Letter
    /// The number of the call, from 1.
    public let number: Int
    /// The seat that called it; nil for the server.
    public let by: Seat?
    /// Whether a bot did it in the seat's name.
    public let isBot: Bool

    /// A call.
    public init(letter: Letter, number: Int, by: Seat?, isBot: Bool = false) {
        self.letter = letter
        self.number = number
        self.by = by
        self.isBot = isBot
    }

    /// The call that `event` tells of; nil when it cannot be one.
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
        guard cause == nil || cause == CellChange.Cause.bot.rawValue else { return nil }
        self.init(letter: letter, number: number, by: seat, isBot: cause != nil)
    }

    /// The event.
    public var event: RuleEvent {
        var values: [String: Parameters.Value] = ["letter": .text(letter.text), "number": .number(number)]
        if let by { values["by"] = .number(by.number) }
        if isBot { values["cause"] = .text(CellChange.Cause.bot.rawValue) }
        return RuleEvent(Self.type, Parameters(values))
    }
}
