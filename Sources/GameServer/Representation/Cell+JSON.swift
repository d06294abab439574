import GameCore

nonisolated extension BoardDataSource {
    /// The cell at `index` as the contract describes it.
    func writeCell(_ index: CellIndex, to json: inout JSONWriter) {
        let stamp = stamp(at: index)
        json.object { json in
            json.field("index", index.position)
            json.field("square", index.square)
            json.field("row", index.row)
            json.field("column", index.column)
            let object = object(at: index)
            json.field("kind", object.kind)
            json.field("value", object.letter?.text ?? "")
            if let mark = object.mark { json.field("mark", mark.rawValue) }
            object.print.writeFields(to: &json)
            if let by = stamp.by { json.field("by", by.number) }
            if stamp.sequence > .zero { json.field("sequence", stamp.sequence.value) }
        }
    }
}

nonisolated extension CellPrint {
    fileprivate func writeFields(to json: inout JSONWriter) {
        if let number { json.field("number", number) }
        if let label { json.field("label", label) }
        if isCircled { json.field("circled", true) }
    }
}
