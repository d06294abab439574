/// The first names of bots, short ones that many languages know.
enum BotNames {
    static let all = [
        "Ada", "Bela", "Cleo", "Dara", "Eli", "Finn", "Gina", "Hugo", "Ida", "Juno", "Kai", "Lena", "Milo",
        "Nora",
        "Otto", "Pia", "Remy", "Sumi", "Tomo", "Una", "Vito", "Wren", "Yuna", "Zoe",
    ]

    /// The name for a bot on `seat` of `game`: no name of another player there, and the same at every node.
    ///
    /// Chosen by the game's id, because its seed is hidden.
    static func name(on seat: Seat, in game: GameState) throws(RuleViolation) -> PlayerName {
        let taken = game.seats.map { $0.name.text.lowercased() }
        let first = game.setup.id.text.utf8.reduce(seat.number) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        let names = all.indices.map { all[(first + $0) % all.count] }
        // There are more names than seats.
        return try PlayerName(names.first { !taken.contains($0.lowercased()) } ?? names[0])
    }
}
