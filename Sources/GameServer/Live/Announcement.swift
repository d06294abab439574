import EventIO
import GameCore

/// What is told after a commit: the game as it stands now, and the events that led there.
///
/// The bytes for streams are made once for each form, however many streams there are.
final class Announcement {
    let picture: GamePicture
    let events: [GameEvent]
    private var encoded: [Reader: StreamBytes] = [:]

    /// Who gets the same bytes: all readers of a form, or all of one seat where each sees something else.
    private struct Reader: Hashable {
        let form: StreamForm
        let viewer: Seat?
    }

    init(_ picture: GamePicture, events: [GameEvent]) {
        self.picture = picture
        self.events = events
    }

    /// The bytes for a stream of `form` that `viewer` reads.
    func bytes(_ form: StreamForm, for viewer: Seat?) -> StreamBytes {
        let reader = Reader(form: form, viewer: picture.hidesBoards ? viewer : nil)
        if let bytes = encoded[reader] { return bytes }
        let views = picture.views(of: events, for: viewer)
        let bytes = StreamBytes(form.messages(views, game: picture.setup.id))
        encoded[reader] = bytes
        return bytes
    }
}
