import EventIO
import GameCore
import GameJSON
import GameStore

/// A change that a game's followers receive: the committed state with its new events, or an ephemeral event.
///
/// The bytes for streams are made once for each format and, where boards are hidden, for each seat.
final class Announcement {
    let state: GameState
    let events: [GameEvent]
    /// The sequence of the first event: a follower that has seen all events before it has no gap.
    let first: SequenceNumber?
    /// The ephemeral event, if this announces one; then `events` is empty.
    let ephemeral: EphemeralEvent?
    /// Unchecked, because every stream reads it, and no access spans a call to other code.
    @exclusivity(unchecked) private var encoded: [(reader: Reader, bytes: StreamBytes)] = []

    /// The readers that get the same bytes: all of one format, or of one seat where boards are hidden.
    private struct Reader: Equatable {
        let format: StreamFormat
        let viewer: Seat?
    }

    init(_ state: GameState, events: [GameEvent] = [], ephemeral: EphemeralEvent? = nil) {
        self.state = state
        self.events = events
        first = events.first?.sequence
        self.ephemeral = ephemeral
    }

    /// Not isolated: every edit frees an announcement, and a hop to the main actor's executor costs more than
    /// the rest.
    nonisolated deinit {}

    /// The announcement of the events after `sequence`; nil when there are none.
    func suffix(after sequence: SequenceNumber) -> Announcement? {
        guard let first, let last = events.last, last.sequence > sequence else { return nil }
        guard first <= sequence else { return self }
        return Announcement(state, events: events.filter { $0.sequence > sequence })
    }

    /// The bytes for a stream of `format` that `viewer` reads.
    ///
    /// - Complexity: O(formats × seats), which are few.
    func bytes(_ format: StreamFormat, for viewer: Seat?) -> StreamBytes {
        let reader = Reader(format: format, viewer: state.hidesBoards ? viewer : nil)
        // Called for every stream: a closure here would add an actor check for each.
        for place in encoded.indices where encoded[place].reader == reader { return encoded[place].bytes }
        let bytes = StreamBytes(format.bytes(events, to: state, for: reader.viewer))
        encoded.append((reader, bytes))
        return bytes
    }
}

/// A presence, cursor or reaction message for the streams of a game.
///
/// It has no sequence and is never stored.
///
/// The bytes are made once for each format.
final class EphemeralEvent {
    private let name: String
    private let json: [UInt8]
    private let game: GameID
    private var encoded: [StreamFormat: StreamBytes] = [:]

    init(_ name: String, _ json: [UInt8], game: GameID) {
        self.name = name
        // The game keeps its last ephemeral event: a copy drops the writer's spare capacity.
        self.json = Array(json[...])
        self.game = game
    }

    func bytes(_ format: StreamFormat) -> StreamBytes {
        if let bytes = encoded[format] { return bytes }
        let bytes = StreamBytes(format.message(name, json, game: game, sequence: nil))
        encoded[format] = bytes
        return bytes
    }
}
