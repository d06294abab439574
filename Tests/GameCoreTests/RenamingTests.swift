import Testing

@testable import GameCore

@Suite("The renaming of a player")
struct RenamingTests {
    private func event(_ change: GameEvent.Change) -> GameEvent {
        GameEvent(
            sequence: .zero.next, time: Timestamp(milliseconds: 7), change: change, hash: StateHash(value: 9))
    }

    private func renaming(_ old: String, _ new: String) throws -> Renaming {
        Renaming(try PlayerName(old), to: try PlayerName(new))
    }

    @Test("replaces the name of a player who takes a seat, in upper or lower case")
    func seats() throws {
        let seated = SeatedPlayer(
            seat: .first, name: try PlayerName("ANN"), colour: .standard(for: .first), isProgram: true)
        let renamed = try renaming("Ann", "Bea").renamed(event(.seatTaken(seated)))
        let expected = SeatedPlayer(
            seat: .first, name: try PlayerName("Bea"), colour: .standard(for: .first), isProgram: true)
        #expect(renamed == event(.seatTaken(expected)))
    }

    @Test("leaves other events alone")
    func others() throws {
        let (ann, change) = (try renaming("Ann", "Bea"), event(.seatLeft(.first)))
        #expect(ann.renamed(change) == nil)
        let ben = SeatedPlayer(seat: .first, name: try PlayerName("Ben"), colour: .standard(for: .first))
        #expect(ann.renamed(event(.seatTaken(ben))) == nil)
    }
}
