import Foundation

/// The response to `POST /games`.
struct Created: Encodable {
    struct Lexicon: Encodable {
        let id = "en"
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    }

    struct Scoring: Encodable {
        let preset = "family"
        let minimumLength = 3
        let points = ["3": 3, "4": 4, "5": 5]
        let overlap = "single"
        let diagonals = false
        let fullLine = 0
    }

    struct Clock: Encodable {
        let elapsed = 0
        let running = true
    }

    struct Host: Encodable {
        let token = Self.random(32)

        static func random(_ length: Int) -> String {
            var generator = SystemRandomNumberGenerator()
            let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
            let picked = (0..<length).map { _ in letters[Int.random(in: 0..<32, using: &generator)] }
            return String(decoding: picked, as: UTF8.self)
        }
    }

    let id: String
    let rules = "free"
    let options: [String: String] = [:]
    let isPublic = false
    let created = Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
    let state = "playing"
    let sequence = 0
    let hash: String
    let open = false
    let privateBoards = false
    let seatLimit = 12
    let seats: [String] = []
    let boards: [BoardDocument]
    let lexicon = Lexicon()
    let scoring = Scoring()
    let clock = Clock()
    let spectators = 0
    let actions = ["close", "close-seats", "lock", "open-seats"]
    let prompts: [String] = []
    let host = Host()

    enum CodingKeys: String, CodingKey {
        case id, rules, options, created, state, sequence, hash, open, privateBoards, seatLimit, seats, boards
        case lexicon, scoring, clock, spectators, actions, prompts, host
        case isPublic = "public"
    }

    init(_ game: Game) {
        let board = game.document
        (id, hash, boards) = (game.id, board.hash, [board])
    }
}
