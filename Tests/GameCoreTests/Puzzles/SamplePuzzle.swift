import GameCore

/// Puzzles with everything that a file can hold.
enum SamplePuzzle: CaseIterable {
    /// All metadata, and a clue for each word.
    case plain
    /// Rebus cells, circles, given letters, and words without clues.
    case rebus
    /// Letters outside Latin-1.
    case greek
    /// Accented letters, which take one byte in Latin-1.
    case french

    func puzzle(title: String? = nil) throws -> Puzzle {
        var metadata = Puzzle.Metadata()
        switch self {
        case .plain:
            (metadata.title, metadata.author) = (title ?? "Morning, five minutes", "Ann")
            (metadata.copyright, metadata.notes) = ("2026 Ann", "Solve it before\nthe coffee is cold.")
            return try TestPuzzles.of("#HEAT/SALVO/AROMA/GREEN/ESTE#", metadata: metadata) { slot in
                slot.direction == .across ? "Across, \(slot.number)" : "Down: \(slot.number)"
            }
        case .rebus:
            metadata.title = title ?? "Hearts"
            return try TestPuzzles.of(
                "#ABH#/CÉABA/ABABA/ABABA/#BAB#", rebus: ["d1": "HEART", "b2": "ÉTÉ"], givens: ["b1", "e5"],
                circles: ["a2", "a4", "b4"], metadata: metadata
            ) { $0.number == 1 ? "One" : "" }
        case .greek:
            (metadata.title, metadata.author) = (title ?? "Πέντε", "Ζωή")
            return try TestPuzzles.of(
                "ΑΒΓΔΕ/ΖΗΘΙΚ/ΛΜ#ΝΞ/ΟΠΡΣΤ/ΑΧΨΩΑ", rebus: ["a5": "ΑΒΓ"], metadata: metadata
            ) { $0.number == 1 ? "Το αλφάβητο" : "" }
        case .french:
            (metadata.title, metadata.author) = (title ?? "Élève à l’école", "Zoë")
            return try TestPuzzles.of("ÉTÉÀÇ/ABCDE/ABCDE/ABCDE/ABCDE", metadata: metadata) { slot in
                slot.number == 1 ? "« Chaud »" : ""
            }
        }
    }
}
