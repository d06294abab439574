import GameCore

extension Command {
    /// A canonical encoding: two commands are equal exactly if their encodings are.
    ///
    /// Its digest is stored with a move id and reveals the reuse of the id for another command.
    package var canonicalText: [UInt8] {
        JSONWriter.object { json in
            switch self {
            case .edit(let edit): edit.writeFields(to: &json)
            case .act(let name, let parameters):
                json.field("act", name)
                json.key("parameters")
                parameters.write(to: &json)
            case .answer(let prompt, let button):
                json.field("answer", prompt)
                json.field("button", button)
            case .takeSeat(let name, let colour, let isProgram, let player, let isNickname):
                json.field("takeSeat", name.text)
                if isNickname { json.field("nickname", true) }
                if isProgram { json.field("bot", true) }
                if let colour { json.field("colour", colour.text) }
                if let player { json.field("player", player.text) }
            case .leaveSeat(let seat): json.field("leaveSeat", seat.number)
            case .renameSeat(let seat, let name, let colour, let isNickname):
                json.field("renameSeat", seat.number)
                if isNickname { json.field("nickname", true) }
                json.field("name", name.text)
                if let colour { json.field("colour", colour.text) }
            case .seatBot(let level): json.field("seatBot", level.rawValue)
            case .botMove(let seat, let move):
                json.field("botMove", move.name)
                json.field("seat", seat.number)
                json.key("values")
                move.values.write(to: &json)
            case .deadlineReached: json.field("timePassed", true)
            }
        }
    }
}

extension BoardEdit {
    fileprivate func writeFields(to json: inout JSONWriter) {
        if let board { json.field("edit", board) }
        if let ifSequence {
            json.array("if", ifSequence.sorted()) { json, sequence in json.value(sequence.value) }
        }
        if !unlessSequence.isEmpty {
            json.array("unless", unlessSequence.sorted()) { json, sequence in json.value(sequence.value) }
        }
        if ifEmpty { json.field("ifEmpty", true) }
        json.array("cells", entries) { json, entry in
            json.object { json in
                json.field("cell", entry.cell.position)
                json.field("text", entry.text)
                if let expected = entry.expected { json.field("expected", expected) }
                if entry.isPencil { json.field("pencil", true) }
            }
        }
    }
}
