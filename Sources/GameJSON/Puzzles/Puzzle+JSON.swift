import GameCore

/// A crossword as solvers are shown it.
extension Puzzle {
    /// The clues by direction; with the words when `withAnswers`.
    package func writeClues(to json: inout JSONWriter, withAnswers: Bool) {
        json.object("clues") { json in
            for direction in [BoardLine.Direction.across, .down] {
                json.key(text: direction.rawValue)
                json.array(clues.filter { $0.slot.direction == direction }) { json, clue in
                    write(clue, to: &json, withAnswer: withAnswers)
                }
            }
        }
    }

    private func write(_ clue: Clue, to json: inout JSONWriter, withAnswer: Bool) {
        json.object { json in
            clue.writeFields(to: &json)
            if withAnswer { json.field("answer", answer(of: clue.slot)) }
        }
    }
}

extension Puzzle.Clue {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("number", slot.number)
        if let label { json.field("label", label) }
        json.field("cell", slot.cells[0].position)
        json.field("length", slot.cells.count)
        json.field("clue", text)
    }
}
