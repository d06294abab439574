/// The event `race.won`: no other player can pass `winners`, but the others may still finish.
struct RaceWon {
    let winners: [Seat]

    init(winners: [Seat]) { self.winners = winners }

    init?(_ event: RuleEvent) {
        guard event.type == "race.won", event.values.values.count == 1,
            case .list(let list) = event.values.values["winners"]
        else {
            return nil
        }
        winners = list.compactMap { if case .number(let number) = $0 { Seat(number) } else { nil } }
        guard winners.count == list.count, !winners.isEmpty else { return nil }
    }

    var event: RuleEvent {
        RuleEvent("race.won", Parameters(["winners": .list(winners.map { .number($0.number) })]))
    }
}
