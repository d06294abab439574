import GameCore
import Synchronization
import Testing

/// Tracks objects by weak references, so that a test can check that they are released.
final class LifetimeTracker {
    private struct Entry {
        weak var object: AnyObject?
        let name: String
    }

    private var entries: [Entry] = []

    func track(_ object: AnyObject, _ name: String) {
        entries.append(Entry(object: object, name: name))
    }

    /// A tracked object for a closure to capture.
    func witness(_ name: String) -> Witness {
        let witness = Witness()
        track(witness, name)
        return witness
    }

    var tracked: Int { entries.count }
    /// The names of the objects that are still alive.
    var living: [String] { entries.filter { $0.object != nil }.map(\.name) }
}

/// An object for a closure to capture.
final class Witness {
    var onDeinit: () -> Void = {}
    func look() {}
    deinit { onDeinit() }
}

/// SplitMix64, a seeded generator: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns true with probability 1 / `count`.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }
}

/// The violation that `work` throws; nil if it succeeds.
func refusal<Result>(_ work: () throws -> Result) -> RuleViolation? {
    do {
        _ = try work()
        return nil
    } catch {
        return error as? RuleViolation
    }
}

func cell(_ name: String) throws -> CellIndex { try #require(CellIndex(name: name)) }

func letter(_ text: String) throws -> Letter { try #require(Letter(text)) }

func seat(_ number: Int) throws -> Seat { try #require(Seat(number)) }

extension Timestamp {
    /// The creation time of test games.
    static let start = Timestamp(milliseconds: 1_700_000_000_000)

    /// `seconds` after the start.
    static func second(_ seconds: Int) -> Timestamp { start + .seconds(seconds) }
}

extension Player {
    static let ann = Player(seat: Seat(1))
    static let bea = Player(seat: Seat(2))
    static let cem = Player(seat: Seat(3))
    static let dov = Player(seat: Seat(4))
    /// The host without a seat.
    static let host = Player(seat: nil, isHost: true)
    static let hostOnSeat1 = Player(seat: Seat(1), isHost: true)
}

/// The complete state of a game and its live cells, for comparison.
struct FullState: Equatable {
    let state: GameState
    let hash: StateHash
    let numbers: [Int]
    let texts: [String]
    let stamps: [[CellStamp]]
    let marks: [[CellMark?]]

    init(_ game: Game) {
        self.init(state: game.state, hash: game.state.hash, boards: game.controller.boards)
    }

    init(_ state: GameState) {
        self.init(state: state, hash: state.hash, boards: state.boards)
    }

    private init(state: GameState, hash: StateHash, boards: [some BoardDataSource]) {
        self.state = state
        self.hash = hash
        numbers = boards.map(\.number)
        texts = boards.map(\.text)
        stamps = boards.map { board in CellIndex.all.map { board.stamp(at: $0) } }
        marks = boards.map { board in CellIndex.all.map { board.object(at: $0).mark } }
    }
}

/// A cache that never evicts.
final class TestBotCache: BotCache {
    private let tables = Mutex<[AnyHashable: any Sendable]>([:])

    func table<Key: BotTableKey>(_ key: Key) -> Key.Table {
        if let cached = tables.withLock({ $0[key] as? Key.Table }) { return cached }
        let table = key.makeTable()
        tables.withLock { $0[key] = table }
        return table
    }
}

extension Seat {
    /// The seats of games outside large rooms.
    static let few = Array(all.prefix(defaultMaximum))
}
