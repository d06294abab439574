import GameCore
import GameJSON
import GameStore

/// The clock of a game at one moment: a model that is told the time, and the face that people read.
///
/// Made for each look at it: a game that nobody looks at has none.
struct GameClock {
    private let view: ObservableClockViewModel

    /// What the face shows.
    var face: ObservableClockViewModel.Face { view.face.value }

    /// The clock of the game that stands at `state`, at `moment`.
    init(of state: GameState, at moment: Timestamp) {
        let model = ClockModel(started: state.setup.created)
        view = ObservableClockViewModel(model)
        if let started = state.started { model.start(at: started + state.pauses) }
        model.hold(at: state.paused)
        if let finished = state.finished { model.stop(at: finished) }
        model.tell(moment)
    }
}
