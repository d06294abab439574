import EventIO

/// Joins the connections to the game world.
///
/// What is published is answered on the loop where it was asked for. Every other request crosses to the main
/// actor here; on the first loop, which runs on the main thread, that is a plain call.
nonisolated final class Application: HTTPHandler {
    private let main: MainLoop
    private let door: FrontDoor
    private let published: PublishedDocuments
    private let metrics: ServerMetrics

    /// Lets requests in at `door`, unless they are for what is `published`; `main` is the loop of the main
    /// thread.
    init(main: MainLoop, door: FrontDoor, published: PublishedDocuments, metrics: ServerMetrics) {
        self.main = main
        self.door = door
        self.published = published
        self.metrics = metrics
    }

    func handle(_ exchange: consuming HTTPExchange) {
        let watch = Stopwatch()
        if let answer = published.answer(to: exchange.request) {
            exchange.answer(answer)
            return metrics.observe(latency: watch.nanoseconds)
        }
        let pending = PendingAnswer(exchange, main: main)
        main.enter { [door] in door.handle(pending) }
    }

    func response(to refusal: HTTPRefusal) -> HTTPResponse {
        Problem(refusal).response()
    }

    func observe(_ observation: HTTPObservation) {
        metrics.observe(observation)
    }
}
