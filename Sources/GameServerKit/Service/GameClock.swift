import GameCore
import GameJSON
import GameStore

/// The clock of a game at one moment, made for each reading: a clock model and its view model.
struct GameClock {
    private let view: ObservableClockViewModel

    var face: ObservableClockViewModel.Face { view.face.value }

    /// The clock of a game in `state`, read at `moment`.
    init(of state: GameState, at moment: Timestamp) {
        let model = ClockModel(started: state.setup.created)
        view = ObservableClockViewModel(model)
        if let started = state.started { model.start(at: started + state.totalPause) }
        model.setPaused(at: state.paused)
        if let finished = state.finished { model.stop(at: finished) }
        model.advance(to: moment)
    }
}
