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

@Suite("Associated values")
struct AssociationTests {
    private let values = AssociatedValues()
    private let key = AssociationKey<Note>("note")

    @Test("are nil for a key without a value")
    func absent() {
        #expect(values.value(for: key) == nil)
        values.remove(key)
        values.removeAll()
    }

    @Test("keep a retained object alive until it is removed")
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

    @Test("hold a copy that later changes of the original do not affect")
    func copy() {
        let note = Note("a")
        values.copy(note, for: key)
        note.text = "b"
        #expect(values.value(for: key)?.text == "a")
        #expect(values.value(for: key) !== note)
    }

    @Test("do not keep an assigned object alive")
    func assign() {
        do {
            let note = Note("a")
            values.assign(note, for: key)
            #expect(values.value(for: key) === note)
            withExtendedLifetime(note) {}
        }
        #expect(values.value(for: key) == nil)
    }

    @Test("release the old value when a key is set again, under any policy")
    func replaced() {
        weak var old: Note?
        do {
            let note = Note("a")
            old = note
            values.retain(note, for: key)
        }
        values.copy(Note("b"), for: key)
        #expect(old == nil && values.value(for: key)?.text == "b")
    }

    @Test("can be values or objects, keyed by name and type")
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

    @Test("are all released by removeAll")
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

    @Test("are released with their owner")
    func releasedWithOwner() {
        let tracker = LifetimeTracker()
        do {
            let cell = Cell()
            cell.associated.retain(tracker.witness("value"), for: AssociationKey<Witness>("w"))
            #expect(tracker.living == ["value"])
        }
        #expect(tracker.living == [])
    }

    @Test("can be removed by the deinit of a value that is being removed")
    func removedInDeinit() {
        let values = values
        let other = AssociationKey<Int>("a")
        for remove in [{ values.removeAll() }, { values.remove(AssociationKey<Witness>("w")) }] {
            values.retain(7, for: other)
            do {
                let witness = Witness()
                witness.onDeinit = { values.remove(other) }
                values.retain(witness, for: AssociationKey<Witness>("w"))
            }
            remove()
            #expect(values.value(for: other) == nil)
        }
    }
}
