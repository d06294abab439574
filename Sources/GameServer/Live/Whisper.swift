import EventIO
import GameCore

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
