/// The events of a journal that still matter: without the others, replay leads to the same state.
///
/// The last change of each cell matters, and the last change of each player, who may undo it. Of the events
/// about seats, the last of each kind matters for each seat. Of locks and prompts, only the last of each kind
/// matters. Rule events matter unless the rules can sum them up, and so do the events of a round. This is log
/// compaction as in Apache Kafka, which keeps the newest record of each key.
package struct JournalCompaction: Sendable {
    /// What an event is about; a later event with the same subject replaces it.
    private enum Subject: Hashable {
        case cell(board: Int, CellIndex)
        case lastChange(Seat)
        case taken(Seat), left(Seat), recoloured(Seat), named(Seat), away(Seat, isKicked: Bool), back(Seat)
        case promptOpened, promptAnswered(Seat), promptDismissed
        case boardLocked, seatsClosed
        /// An event that nothing replaces.
        case event(SequenceNumber)
        case last
    }

    private var kept: [Subject: GameEvent] = [:]

    package init(_ events: some Sequence<GameEvent> = []) {
        for event in events { add(event) }
    }

    /// The kept events in order; the last one is the last that was added.
    package var events: [GameEvent] { events { _ in true } }

    private func events(where isWanted: (GameEvent) -> Bool) -> [GameEvent] {
        var bySequence: [SequenceNumber: GameEvent] = [:]
        for event in kept.values where isWanted(event) { bySequence[event.sequence] = event }
        return bySequence.values.sorted { $0.sequence < $1.sequence }
    }

    /// The opening of a game at `state`, to which the added events have led.
    ///
    /// A summary has the sequence of the last event, and follows it.
    package func opening(of state: GameState) -> [GameEvent] {
        let rules = state.rules as? any EndlessRules
        guard let last = kept[.last], let summary = rules?.summary(of: state) else { return events }
        // An earlier summary has the sequence of another event.
        let others = events { if case .ruleEvent = $0.change { false } else { true } }
        let end = GameEvent(
            sequence: last.sequence, time: last.time, change: .ruleEvent(summary), hash: last.hash)
        return others + [end]
    }

    package mutating func add(_ event: GameEvent) {
        for subject in Self.subjects(of: event) { kept[subject] = event }
        kept[.last] = event
    }

    private static func subjects(of event: GameEvent) -> [Subject] {
        switch event.change {
        case .cellChanged(let change):
            // Only these decide what a player may undo.
            let author = [.edit, .undo].contains(change.cause) ? change.by : nil
            return [.cell(board: change.board, change.cell)] + (author.map { [.lastChange($0)] } ?? [])
        case .seatTaken(let player): return [.taken(player.seat), .named(player.seat)]
        case .seatLeft(let seat): return [.left(seat)]
        case .seatRecoloured(let seat, _): return [.recoloured(seat)]
        case .seatRenamed(let seat, _, _): return [.named(seat)]
        case .seatAway(let seat, let isKicked): return [.away(seat, isKicked: isKicked)]
        case .seatBack(let seat): return [.back(seat)]
        case .boardLocked, .boardUnlocked: return [.boardLocked]
        case .seatsClosed, .seatsOpened: return [.seatsClosed]
        case .promptOpened: return [.promptOpened]
        case .promptAnswered(_, let seat, _): return [.promptAnswered(seat)]
        case .promptDismissed: return [.promptDismissed]
        default: return [.event(event.sequence)]
        }
    }
}
