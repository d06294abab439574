import EventIO
import GameCore

/// A long game on its way out as one document: the next events are read when those before them are on their
/// way, so it takes little memory however long it is and however slowly it is read.
final class OutgoingGame {
    private let store: any EventStore
    private let loop: MainLoop
    private let game: GameID
    private let last: SequenceNumber
    private var read: SequenceNumber
    private var stream: HTTPStream?
    private var timer: LoopTimer?

    /// What comes after the events in `start`, up to `last`.
    init(_ start: GameDocument, upTo last: SequenceNumber, _ world: World) {
        (game, read) = (start.setup.id, start.events.last?.sequence ?? .zero)
        (store, loop) = (world.store, world.loop)
        self.last = last
    }

    /// Sends that and the document's end, and ends the stream.
    func start(on stream: HTTPStream) {
        self.stream = stream
        goOn(after: .zero)
    }

    /// The client has left, or has everything.
    func closed() {
        stream = nil
        timer = nil
    }

    /// By a timer, so that others get their turn in between.
    private func goOn(after wait: Duration) {
        timer = loop.timer(after: wait) { [self] in
            timer = nil
            guard let stream else { return }
            if stream.backlog > 0 { goOn(after: Settings.exportPause) } else { sendNext(on: stream) }
        }
    }

    private func sendNext(on stream: HTTPStream) {
        guard read < last else {
            stream.send(StreamBytes(GameDocument.ending))
            return stream.close()
        }
        let limit = min(Settings.exportPage, last.value - read.value)
        store.events(of: game, after: read, limit: limit) { [self] found in
            // A document that breaks off is none, so whoever reads it notices.
            guard let page = try? found.get(), let end = page.last else { return stream.close() }
            read = end.sequence
            stream.send(StreamBytes(GameDocument.continuation(page)))
            goOn(after: .zero)
        }
    }
}
