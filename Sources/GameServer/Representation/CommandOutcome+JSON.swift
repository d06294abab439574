import EventIO
import GameCore

extension CommandOutcome {
    /// The answer to an edit or an action.
    var response: HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("sequence", sequence.value)
            json.field("hash", hash.description)
            json.array("events", events) { json, event in event.write(to: &json) }
        }
        return Reply.json(body, headers: [("ETag", "\"\(sequence)\"")])
    }
}
