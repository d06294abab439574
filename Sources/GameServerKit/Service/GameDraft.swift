import GameCore
import GameJSON
import GameStore

/// A game that a client asks for.
struct GameDraft {
    /// Who sits on the first seats.
    enum People {
        case nobody
        /// A player with a key, who is also the host.
        case player(PlayerRecord)
        /// The members of a room, each on a seat.
        case members([SeatedPlayer])

        var seated: [SeatedPlayer] {
            switch self {
            case .nobody: []
            case .player(let player): [SeatedPlayer(player, on: .first)]
            case .members(let members): members
            }
        }

        fileprivate var host: PlayerID? {
            if case .player(let player) = self { player.id } else { nil }
        }
    }

    var id = GameID.random()
    let rules: String
    let options: Parameters
    var title: GameTitle?
    var isPublic = false
    /// Whether nobody else may see or join the game before its end.
    var isPersonal = false
    var people = People.nobody
    /// The player with a key who hosts the game without sitting down.
    var host: PlayerID?
    /// The room that the game belongs to.
    var room: RoomName?
    /// The largest number of members of that room.
    var roomSize: Int?
    /// The challenge whose task the game has; nil for a task of its own.
    var challenge: ChallengeID?
    /// Whether the game starts by itself after a countdown; nil for the default of its rules.
    var startsItself: Bool?
    /// The length of that countdown; nil without one.
    var countdown: Duration?
    /// The digest of the token that may use a private puzzle.
    var puzzleOwner: Digest?

    func setup(created: Timestamp, seed: UInt64) -> GameSetup {
        let setup = GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: created,
            seed: seed
        ).withHost(people.host ?? host).withRoom(room, size: roomSize).withCountdown(countdown)
        return isPersonal ? setup.personal : setup
    }
}

extension SeatedPlayer {
    /// A player with a key, on `seat`.
    init(_ player: PlayerRecord, on seat: Seat) {
        self.init(
            seat: seat, name: player.name, colour: player.colour ?? .standard(for: seat), player: player.id)
    }
}
