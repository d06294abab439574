import EventIO
import Testing

@testable import GameServerKit

@Suite("Bodies in JSON")
struct JSONBodyTests {
    private let client: FrontDoorClient
    private let game: String

    init() throws {
        client = try FrontDoorClient()
        game = try client.newGame().path
    }

    @Test("a key that is not known is named")
    func unknownKey() throws {
        let before = try client.board(of: game)
        let answer = try client.ask(.post, game + "/board/cells/0", json: #"{"value":"A","colour":"red"}"#)
        #expect(answer.code == "unknown-key")
        #expect(answer["detail"].string.contains("colour"))
        #expect(try client.board(of: game) == before)
    }
}
