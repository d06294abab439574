/// The names of bots: short first names that are known in many languages.
enum BotNames {
    static let all = [
        "Ada", "Bela", "Cleo", "Dara", "Eli", "Finn", "Gina", "Hugo", "Ida", "Juno", "Kai", "Lena", "Milo",
        "Nora", "Otto", "Pia", "Remy", "Sumi", "Tomo", "Una", "Vito", "Wren", "Yuna", "Zoe",
    ]

    /// The name for a bot on `seat` of `game`: the same at every node, and one that is not taken if there is
    /// any.
    ///
    /// It follows from the seat and not from the seed of the game, which is hidden.
    static func name(on seat: Seat, in game: GameState) throws(RuleViolation) -> PlayerName {
        let taken = game.seats.map { $0.name.text.lowercased() }
        // Seven steps on from seat to seat, so that names in one game do not begin with neighbouring letters.
        let names = all.indices.map { all[(7 * seat.number + $0) % all.count] }
        // In a large room there are more seats than names.
        return try PlayerName(names.first { !taken.contains($0.lowercased()) } ?? names[0])
    }
}
