import EventIO
import GameCore
import GameJSON
import GameStore

/// What is told to all who follow a game.
///
/// After a commit that is the game as it stands now and the events that led there; between commits, what
/// somebody whispers.
///
/// The bytes for streams are made once for each form, however many streams there are.
final class Announcement {
    let state: GameState
    let events: [GameEvent]
    /// The number of the first event; who has seen all before it has no gap.
    let first: SequenceNumber?
    /// What is ephemeral; then there are no events.
    let whisper: Whisper?
    /// Looked up for every stream, while nobody is called: so not checked at run time.
    @exclusivity(unchecked) private var encoded: [(reader: Reader, bytes: StreamBytes)] = []

    /// Who gets the same bytes: all readers of a form, or all of one seat where each sees something else.
    private struct Reader: Equatable {
        let form: StreamForm
        let viewer: Seat?
    }

    init(_ state: GameState, events: [GameEvent] = [], whisper: Whisper? = nil) {
        self.state = state
        self.events = events
        first = events.first?.sequence
        self.whisper = whisper
    }

    /// Every edit makes one; to go by way of the main actor's executor costs more than all that is in it.
    nonisolated deinit {}

    /// What of it is news to who has been told everything up to `sequence`; nil when nothing is.
    func news(since sequence: SequenceNumber) -> Announcement? {
        guard let first, let last = events.last, last.sequence > sequence else { return nil }
        guard first <= sequence else { return self }
        return Announcement(state, events: events.filter { $0.sequence > sequence })
    }

    /// The bytes for a stream of `form` that `viewer` reads.
    ///
    /// - Complexity: O(forms and seats), which are few.
    func bytes(_ form: StreamForm, for viewer: Seat?) -> StreamBytes {
        let reader = Reader(form: form, viewer: state.hidesBoards ? viewer : nil)
        // Asked by every stream: a closure would have its actor checked each time.
        for place in encoded.indices where encoded[place].reader == reader { return encoded[place].bytes }
        let views = state.views(of: events, for: viewer)
        let bytes = StreamBytes(form.messages(views, game: state.setup.id))
        encoded.append((reader, bytes))
        return bytes
    }
}

/// Something ephemeral that is told to all streams of a game: without number, never stored.
///
/// The bytes are made once for each form, however many streams there are.
final class Whisper {
    private let name: String
    private let json: [UInt8]
    private let game: GameID
    private var encoded: [StreamForm: StreamBytes] = [:]

    init(_ name: String, _ json: [UInt8], game: GameID) {
        self.name = name
        // The game keeps its last whisper, so without the room that the writer had.
        self.json = Array(json[...])
        self.game = game
    }

    func bytes(_ form: StreamForm) -> StreamBytes {
        if let bytes = encoded[form] { return bytes }
        let bytes = StreamBytes(form.message(name, json, game: game, sequence: nil))
        encoded[form] = bytes
        return bytes
    }
}
