import GameCore

/// How an object in a cell looks in JSON.
///
/// Every kind shows its kind and value; one that shows more says so in an extension of its own here.
nonisolated protocol JSONRepresented {
    func writeFields(to json: inout JSONWriter)
}

nonisolated extension LetterCell: JSONRepresented {
    func writeFields(to json: inout JSONWriter) {
        json.field("kind", kind)
        json.field("value", letter?.text ?? "")
    }
}

nonisolated extension BlockCell: JSONRepresented {
    func writeFields(to json: inout JSONWriter) {
        json.field("kind", kind)
        json.field("value", "")
    }
}

nonisolated extension GivenCell: JSONRepresented {
    func writeFields(to json: inout JSONWriter) {
        json.field("kind", kind)
        json.field("value", letter?.text ?? "")
    }
}

nonisolated extension BoardDataSource {
    /// The cell at `index` as the contract describes it.
    func writeCell(_ index: CellIndex, to json: inout JSONWriter) {
        let stamp = stamp(at: index)
        json.object { json in
            json.field("index", index.position)
            json.field("square", index.square)
            json.field("row", index.row)
            json.field("column", index.column)
            (object(at: index) as? any JSONRepresented)?.writeFields(to: &json)
            if let by = stamp.by { json.field("by", by.number) }
            if stamp.sequence > .zero { json.field("sequence", stamp.sequence.value) }
        }
    }
}
