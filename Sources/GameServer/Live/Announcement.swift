import EventIO
import GameCore

/// What is told after a commit: the game as it stands now, and the events that led there.
///
/// The bytes for streams are made once for each form, however many streams there are.
final class Announcement {
    let picture: GamePicture
    let events: [GameEvent]
    private var encoded: [StreamForm: StreamBytes] = [:]

    init(_ picture: GamePicture, events: [GameEvent]) {
        self.picture = picture
        self.events = events
    }

    func bytes(_ form: StreamForm) -> StreamBytes {
        if let bytes = encoded[form] { return bytes }
        let bytes = StreamBytes(form.messages(events, game: picture.setup.id))
        encoded[form] = bytes
        return bytes
    }
}
