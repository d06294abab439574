import GameCore
import Testing

private final class Note: Copying {
    var text: String

    init(_ text: String) {
        self.text = text
    }

    func copied() -> Self { Self.make(text) }

    private static func make(_ text: String) -> Self {
        guard let note = Note(text) as? Self else { preconditionFailure("Note is final") }
        return note
    }
}

@Suite("An association")
struct AssociationTests {
    private let values = AssociatedValues()
    private let key = AssociationKey<Note>("note")

    @Test("is nothing until it is made")
    func absent() {
        #expect(values.value(for: key) == nil)
        values.remove(key)
        values.removeAll()
    }

    @Test("that retains keeps its object alive until it is removed")
    func retain() {
        weak var note: Note?
        do {
            let made = Note("a")
            note = made
            values.retain(made, for: key)
        }
        #expect(values.value(for: key) === note && note?.text == "a")
        values.remove(key)
        #expect(note == nil && values.value(for: key) == nil)
    }

    @Test("that copies keeps a copy, which later changes do not reach")
    func copy() {
        let note = Note("a")
        values.copy(note, for: key)
        note.text = "b"
        #expect(values.value(for: key)?.text == "a")
        #expect(values.value(for: key) !== note)
    }

    @Test("that assigns does not keep its object alive")
    func assign() {
        do {
            let note = Note("a")
            values.assign(note, for: key)
            #expect(values.value(for: key) === note)
            withExtendedLifetime(note) {}
        }
        #expect(values.value(for: key) == nil)
    }

    @Test("made again replaces the former and lets it go, whatever its policy")
    func replaced() {
        weak var former: Note?
        do {
            let note = Note("a")
            former = note
            values.retain(note, for: key)
        }
        values.copy(Note("b"), for: key)
        #expect(former == nil && values.value(for: key)?.text == "b")
    }

    @Test("holds values as well as objects, apart by name and by type")
    func keys() {
        values.retain(7, for: AssociationKey<Int>("a"))
        values.retain("seven", for: AssociationKey<String>("a"))
        values.retain(8, for: AssociationKey<Int>("b"))
        #expect(values.value(for: AssociationKey<Int>("a")) == 7)
        #expect(values.value(for: AssociationKey<String>("a")) == "seven")
        #expect(values.value(for: AssociationKey<Int>("b")) == 8)
        values.remove(AssociationKey<Int>("a"))
        #expect(values.value(for: AssociationKey<Int>("a")) == nil)
        #expect(values.value(for: AssociationKey<String>("a")) == "seven")
    }

    @Test("goes with removeAll, all of them")
    func removeAll() {
        weak var note: Note?
        do {
            let made = Note("a")
            note = made
            values.retain(made, for: key)
        }
        values.retain(7, for: AssociationKey<Int>("a"))
        values.removeAll()
        #expect(note == nil)
        #expect(values.value(for: AssociationKey<Int>("a")) == nil)
    }

    @Test("goes with the object that carries it")
    func goesWithOwner() {
        let tracker = LifetimeTracker()
        do {
            let cell = Cell()
            cell.associated.retain(tracker.witness("value"), for: AssociationKey<Witness>("w"))
            #expect(tracker.living == ["value"])
        }
        #expect(tracker.living == [])
    }

    @Test("may be undone by an object that is just being let go")
    func letGoMeanwhile() {
        let values = values
        let other = AssociationKey<Int>("a")
        for end in [{ values.removeAll() }, { values.remove(AssociationKey<Witness>("w")) }] {
            values.retain(7, for: other)
            do {
                let witness = Witness()
                witness.whenGone = { values.remove(other) }
                values.retain(witness, for: AssociationKey<Witness>("w"))
            }
            end()
            #expect(values.value(for: other) == nil)
        }
    }
}
