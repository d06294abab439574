/// How a game stands in which letters are called and everybody places them on a board of their own.
///
/// Folded from the events; what is on the boards stands there.
public struct CalledRound: Equatable, Codable, Sendable {
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
    /// How many letters are called.
    public let calls: Int
    /// The letters called so far, in order.
    public private(set) var letters: [Letter] = []
    /// When the present step began.
    public private(set) var began: Timestamp
    /// Who is away, so that a bot plays on.
    public private(set) var away: Set<Seat> = []
    /// Who was sent away by the host and does not come back.
    public private(set) var kicked: Set<Seat> = []
    /// For whom a bot has placed a letter.
    public private(set) var helped: Set<Seat> = []
    /// Who has still to place.
    public private(set) var placing: Set<Seat> = []
    private var isLast = false

    /// The beginning, at `time`; nil when no letters are called.
    init?(_ start: GameStart, at time: Timestamp) {
        guard let letters = start.letters else { return nil }
        order = start.order
        calls = letters.calls
        began = time
    }

    /// What everybody waits for; nil when all is placed.
    public var step: Step? {
        if !placing.isEmpty { return isLast ? .last : .place }
        return letters.count < calls ? .call : nil
    }

    /// The letter that is being placed.
    public var called: Letter? { step == .place ? letters.last : nil }

    /// Whose turn it is to call, or whose letter is being placed; nil when the server calls, and in the end.
    public var caller: Seat? {
        let number = placing.isEmpty ? letters.count : letters.count - 1
        guard order.count > 1, !isLast, number < calls else { return nil }
        return order[max(number, 0) % order.count]
    }

    /// Whether one plays alone and the server calls.
    public var isSolo: Bool { order.count == 1 }

    /// Whether `seat` has placed in the present round.
    public func hasPlaced(_ seat: Seat) -> Bool {
        order.contains(seat) && !letters.isEmpty && !placing.contains(seat)
    }

    /// Whether `call` can be the next one.
    func admits(_ call: LetterCall) -> Bool {
        step == .call && call.number == letters.count + 1 && (call.by.map(order.contains) ?? true)
    }

    mutating func fold(_ call: LetterCall, at time: Timestamp) {
        letters.append(call.letter)
        placing = Set(order)
        began = time
    }

    mutating func placed(_ seat: Seat, byBot: Bool, at time: Timestamp) {
        if byBot { helped.insert(seat) }
        guard placing.remove(seat) != nil, placing.isEmpty else { return }
        began = time
        // The last cell of all is everybody's own affair when fewer letters are called than there are cells.
        guard letters.count == calls, calls < CellIndex.count, !isLast else { return }
        isLast = true
        placing = Set(order)
    }

    mutating func left(_ seat: Seat, isKicked: Bool) {
        away.insert(seat)
        if isKicked { kicked.insert(seat) }
    }

    mutating func returned(_ seat: Seat) {
        away.remove(seat)
    }
}
