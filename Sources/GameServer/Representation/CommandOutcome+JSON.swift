import EventIO
import GameCore

nonisolated extension CommandOutcome {
    /// The answer to an edit or an action; `tag` names the board that its sender sees.
    ///
    /// What a sender has caused is never hidden from that sender, also when it is told again during a pause.
    func response(tag: String) -> HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("sequence", sequence.value)
            json.field("hash", hash.description)
            json.array("events", events) { json, event in event.write(to: &json) }
        }
        return Reply.json(body, headers: [("ETag", tag)])
    }
}
