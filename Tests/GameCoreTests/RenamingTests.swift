import Testing

@testable import GameCore

@Suite("The renaming of a player")
struct RenamingTests {
    private func event(_ change: GameEvent.Change) -> GameEvent {
        GameEvent(
            sequence: .zero.next, time: Timestamp(milliseconds: 7), change: change, hash: StateHash(value: 9))
    }

    private func prompt(_ message: String) -> GameEvent {
        event(
            .promptOpened(
                Prompt(
                    id: 1, purpose: "clear", title: "Clear the board?", message: message,
                    buttons: ["Keep", "Clear"], cancel: 0, asker: .first, deciders: [],
                    expires: Timestamp(milliseconds: 60_007))))
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

    @Test(
        "replaces whole words in prompts",
        arguments: [
            ("Ann wants to clear the board.", "Bea wants to clear the board."),
            ("ann asks ANN.", "Bea asks Bea."), ("Anna and Joann play.", nil), ("Ann", "Bea"),
        ])
    func prompts(message: String, expected: String?) throws {
        #expect(try renaming("Ann", "Bea").renamed(prompt(message)) == expected.map(prompt))
    }

    @Test("keeps names of several words and signs whole")
    func longNames() throws {
        let found = try renaming("Ann B. 👩🏽", "C").renamed(prompt("Drop Ann B. 👩🏽?"))
        #expect(found == prompt("Drop C?"))
    }

    @Test("leaves other events alone")
    func others() throws {
        let (ann, change) = (try renaming("Ann", "Bea"), event(.seatLeft(.first)))
        #expect(ann.renamed(change) == nil)
        let ben = SeatedPlayer(seat: .first, name: try PlayerName("Ben"), colour: .standard(for: .first))
        #expect(ann.renamed(event(.seatTaken(ben))) == nil)
    }
}
