package import GameCore

extension GameReview {
    /// Writes the summary and the moves as fields of the present object.
    package func writeFields(to json: inout JSONWriter) {
        json.field("unit", unit.name)
        json.field("more", unit.isMoreBetter)
        json.object("summary") { json in
            json.amount("expected", expected)
            json.amount("lost", lost)
            json.amount("luck", luck)
            json.amount("reached", reached)
            fields.writeFields(to: &json)
        }
        json.array("moves", moves) { json, move in
            json.object { json in move.writeFields(to: &json) }
        }
    }
}

extension GameReview.Move {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("sequence", sequence.value)
        json.key("seat")
        if let seat { json.value(seat.number) } else { json.null() }
        json.key("played")
        played.write(to: &json)
        json.key("best")
        best.write(to: &json)
        fields.writeFields(to: &json)
        json.amount("loss", loss)
        json.amount("luck", luck)
        json.field("mark", mark.rawValue)
    }
}

extension JSONWriter {
    /// Writes a field with a number of at most three decimal places.
    package mutating func amount(_ name: StaticString, _ amount: Amount) {
        key(name)
        literal(amount.json)
    }
}
