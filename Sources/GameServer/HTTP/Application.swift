import EventIO

/// Joins the connections to the game world: every request crosses from its loop to the main actor here.
///
/// On the first loop, which runs on the main thread, nothing crosses: the call goes straight through.
nonisolated final class Application: HTTPHandler {
    private let main: MainLoop
    private let door: FrontDoor
    private let metrics: ServerMetrics

    /// Lets requests in at `door`; `main` is the loop of the main thread.
    init(main: MainLoop, door: FrontDoor, metrics: ServerMetrics) {
        self.main = main
        self.door = door
        self.metrics = metrics
    }

    func handle(_ exchange: consuming HTTPExchange) {
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
