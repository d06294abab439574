import GameCore

@testable import GameJSON

/// Documents for `POST /games/import`, whose JSON is written with single quotes here.
enum ImportSample {
    private static let parts = [
        "format": "'fivebyfive-game'", "version": "1", "written": "'2024-02-29T12:30:00.000Z'",
        "setup": setup(), "events": "[]",
    ]
    private static let setupParts = [
        "id": "'elsewhere'", "rules": "'free'", "options": "{'open':true}", "public": "true",
        "created": "'2024-02-29T12:00:00.000Z'",
    ]
    private static let promptParts = [
        "id": "1", "purpose": "'clear'", "title": "'Clear?'", "message": "'Really?'", "cancel": "0",
        "buttons": "['Keep','Clear']", "deciders": "[1]", "expires": "'2024-02-29T12:31:00.000Z'",
    ]

    /// A document with `changes`; an empty value removes the part.
    static func document(_ changes: [String: String] = [:]) -> String { object(parts, changes) }

    static func setup(_ changes: [String: String] = [:]) -> String { object(setupParts, changes) }

    static func document(setup changes: [String: String]) -> String { document(["setup": setup(changes)]) }

    /// A document with `events`, numbered, timed and hashed as they should be unless they say so themselves.
    static func played(_ events: [String: String]...) -> String { played(events) }

    static func played(_ events: [[String: String]]) -> String { document(["events": list(events)]) }

    /// A document that begins after `opening`; its events are written as those of ``played(_:)-(_)`` are.
    static func opened(
        _ opening: [String: String]..., rules: String = "'free'", events: String = "[]"
    ) -> String {
        let setup = setup(["opening": list(opening), "rules": rules, "options": "{}"])
        return document(["setup": setup, "events": events])
    }

    static func list(_ events: [[String: String]]) -> String {
        var letters = [String](repeating: ".", count: 25)
        let written = events.enumerated().map { index, event in
            let number = event["sequence"].flatMap(Int.init) ?? index + 1
            if event["type"] == "'cell.changed'", let cell = event["cell"].flatMap(Int.init),
                letters.indices.contains(cell), let value = event["value"]
            {
                letters[cell] = value == "''" ? "." : value.replacing("'", with: "")
            }
            let text = (0..<5).map { letters[$0 * 5..<$0 * 5 + 5].joined() }.joined(separator: "/")
            let hash = SequenceNumber(number).map { StateHash(sequence: $0, board: 0, text: text) }
            let usual = [
                "sequence": "\(number)", "hash": "'\(hash?.description ?? "")'",
                "time": "'2024-02-29T12:00:\(index < 9 ? "0" : "")\(index + 1).000Z'",
            ]
            return object(usual, event)
        }
        return "[" + written.joined(separator: ",") + "]"
    }

    static func edit(_ changes: [String: String] = [:]) -> [String: String] {
        let parts = ["type": "'cell.changed'", "board": "0", "cell": "0", "value": "'A'", "previous": "''"]
        return parts.merging(changes) { $1 }
    }

    static func seat(_ changes: [String: String] = [:]) -> [String: String] {
        let parts = ["type": "'seat.taken'", "seat": "1", "name": "'Ann'", "colour": "'#2a9d8f'"]
        return parts.merging(changes) { $1 }
    }

    static let ended = ["type": "'game.finished'", "result": "{'seconds':1}"]

    static func prompt(_ changes: [String: String] = [:]) -> [String: String] {
        ["type": "'prompt.opened'", "prompt": object(promptParts, changes)]
    }

    private static func object(_ parts: [String: String], _ changes: [String: String]) -> String {
        let parts = parts.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        return "{" + parts.map { "'\($0)':\($1)" }.joined(separator: ",") + "}"
    }
}
