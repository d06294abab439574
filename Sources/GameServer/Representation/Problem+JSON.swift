import EventIO
import GameCore

nonisolated extension Problem {
    /// The refusal as `application/problem+json`; `board` shows the present cell of an edit.
    func response(on board: BoardPicture? = nil) -> HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("type", "/problems/\(kind.code)")
            json.field("title", kind.title)
            json.field("status", kind.status)
            json.field("detail", detail)
            json.field("code", kind.code)
            if let cell, let board {
                json.key("cell")
                board.writeCell(cell, to: &json)
            }
        }
        let type = (name: "Content-Type", value: "application/problem+json")
        return HTTPResponse(
            status: kind.status, headers: [type, ("Cache-Control", "no-store")] + Reply.security + headers,
            body: body)
    }
}
