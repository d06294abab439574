import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rooms/{room}/days`: the results of a room's members in the daily games of a day, a week, and all days.
enum RoomDays {
    static let routes = [Route(.get, "/rooms/{room}/days", game: .room, cost: .addressEdit, show)]

    private static func show(_ call: GameCall) throws -> Outcome {
        _ = try call.call.requireHolder()
        guard call.player.seat != nil else {
            throw Problem(ProblemTable["not-a-member"], "Join the room first.")
        }
        let day = try day(call)
        let rules = call.world.rules.withGameOfTheDay
        DayResults.read(
            day, of: call.game.committed, daily: rules, in: call.world.players.store,
            for: try call.call.requester(.store)
        ) { found in
            call.call.finish(
                found.mapError { _ in .storeUnreadable }.map { results in
                    Reply.json(results.json, headers: [("Vary", "Authorization")])
                })
        }
        return .later
    }

    private static func day(_ call: GameCall) throws -> Day {
        guard let text = try Query(call.request.query)["date"] else { return call.world.today }
        guard let day = Day(text) else {
            throw Problem.invalidQuery("“date” must be a day such as \(call.world.today).")
        }
        guard day.hasBegun(at: call.world.now) else {
            throw Problem(ProblemTable["no-such-day"], "\(text) has not begun anywhere on Earth.")
        }
        return day
    }
}

extension RuleCatalog {
    /// The names of the rules that have a game of the day.
    var withGameOfTheDay: [String] { all.filter { $0 is any DailyRules.Type }.map { $0.name } }
}

extension DayResults {
    /// Reads the results of the members of the room `state` in the games up to `day`.
    ///
    /// - Parameter daily: The names of the rules that have a game of the day.
    static func read(
        _ day: Day, of state: GameState, daily: [String], in store: any PlayerStore,
        for requester: Requester, _ done: @escaping StoreAnswer<DayResults>
    ) {
        let members = state.membersInOrder.compactMap { member in
            member.player.map { Member(player: $0, name: member.name) }
        }
        standings(of: members[...], upTo: day, in: store, for: requester) { found in
            done(found.map { DayResults(day: day, rules: daily, members: members, standings: $0) })
        }
    }

    /// Reads the standings of one member after the other, so that commits need not wait for all.
    private static func standings(
        of members: ArraySlice<Member>, upTo day: Day, in store: any PlayerStore,
        for requester: Requester, found: [Standing] = [], _ done: @escaping StoreAnswer<[Standing]>
    ) {
        guard let first = members.first else { return done(.success(found)) }
        store.standings(of: first.player, upTo: day, for: requester) { answer in
            guard case .success(let more) = answer else { return done(answer) }
            standings(
                of: members.dropFirst(), upTo: day, in: store, for: requester, found: found + more, done)
        }
    }
}

/// The results of a room's members in daily games.
nonisolated struct DayResults {
    struct Member {
        let player: PlayerID
        let name: PlayerName
    }

    /// A member's sums over several games.
    private struct Sum {
        var days: Set<Day> = []
        var wins = 0
        var points = 0
    }

    private struct Task: Hashable {
        let rules: String
        let day: Day
    }

    /// A finished game of a member.
    struct Finished {
        let name: String
        /// From 1; nil for a game that is not solved.
        let rank: Int?
        let standing: Standing
    }

    let day: Day
    /// The names of the leaderboards.
    let rules: [String]
    let members: [Member]
    /// By task, the best first.
    private let standings: [Task: [Standing]]

    init(day: Day, rules: [String], members: [Member], standings: [Standing]) {
        // A daily game of another pack than the default one is shown once a member has begun it.
        let others = Set(standings.filter { $0.day == day }.map(\.rules)).subtracting(rules).sorted()
        (self.day, self.rules, self.members) = (day, rules + others, members)
        self.standings = Dictionary(grouping: standings) { Task(rules: $0.rules, day: $0.day) }
            .mapValues { $0.sorted { Self.order($0) < Self.order($1) } }
    }

    /// The order of leaderboards: games without help first, then by points, solved before unsolved, guesses
    /// and time.
    private static func order(_ standing: Standing) -> (Int, Int, Int, Int, Int64) {
        (
            standing.isAssisted ? 1 : 0, -(standing.score ?? 0), standing.isSolved ? 0 : 1,
            standing.guesses ?? 0, standing.elapsed.wholeMilliseconds
        )
    }

    /// The rank among the members who have solved the game, from 1; equal results share one.
    ///
    /// Nil for a game that is not solved.
    private func rank(of standing: Standing, among all: [Standing]) -> Int? {
        guard standing.isSolved else { return nil }
        return 1 + all.count { $0.isSolved && Self.order($0) < Self.order(standing) }
    }

    /// The sums over the days from `first` on.
    ///
    /// Each solved game gives a point, and another for every member who has played the game and done worse. A win is
    /// the first rank among two or more.
    private func sums(from first: Day?) -> [PlayerID: Sum] {
        var sums: [PlayerID: Sum] = [:]
        for (task, all) in standings where first.map({ task.day >= $0 }) ?? true {
            for standing in all {
                guard let rank = rank(of: standing, among: all) else { continue }
                let others = all.count { $0.isSolved && Self.order($0) <= Self.order(standing) } - 1
                sums[standing.player, default: Sum()].days.insert(task.day)
                sums[standing.player]?.points += all.count - others
                if rank == 1, all.count > 1 { sums[standing.player]?.wins += 1 }
            }
        }
        return sums
    }

    /// The finished games of the members on the day, the best first.
    func finished(in rules: String) -> [Finished] {
        let all = standings[Task(rules: rules, day: day)] ?? []
        return all.filter(\.isOver).compactMap { standing in
            guard let member = members.first(where: { $0.player == standing.player }) else { return nil }
            return Finished(
                name: member.name.text, rank: rank(of: standing, among: all), standing: standing)
        }
    }

    /// The members with points in the last seven days, the best first.
    var week: [(name: String, points: Int, wins: Int)] {
        let sums = sums(from: Day(number: day.number - 6))
        return members.compactMap { member in
            sums[member.player].map { (member.name.text, $0.points, $0.wins) }
        }.sorted { $0.points > $1.points }
    }

    /// The same results up to an earlier day.
    func upTo(_ day: Day, daily: [String]) -> DayResults {
        let earlier = standings.filter { $0.key.day <= day }.flatMap(\.value)
        return DayResults(day: day, rules: daily, members: members, standings: earlier)
    }

    var json: [UInt8] {
        JSONWriter.object { json in
            json.field("date", day.description)
            json.array("games", rules) { json, rules in
                json.object { write(Task(rules: rules, day: day), to: &$0) }
            }
            write("week", sums(from: Day(number: day.number - 6)), to: &json)
            write("all", sums(from: nil), to: &json)
        }
    }

    private func write(_ task: Task, to json: inout JSONWriter) {
        let board = GameSetup.rulesAndPack(ofLeaderboard: task.rules)
        json.field("rules", board.rules)
        if let pack = board.pack { json.field("lexicon", pack) }
        json.array("results", members) { json, member in
            json.object { write(member, task, to: &$0) }
        }
    }

    private func write(_ member: Member, _ task: Task, to json: inout JSONWriter) {
        let all = standings[task] ?? []
        json.field("player", member.player.text)
        json.field("name", member.name.text)
        guard let standing = all.first(where: { $0.player == member.player }) else {
            return json.field("state", "unplayed")
        }
        let isOver = standing.isOver
        json.field("state", isOver ? "finished" : "playing")
        guard isOver else { return }
        if let rank = rank(of: standing, among: all) { json.field("rank", rank) }
        json.object("result") { json in
            json.field("solved", standing.isSolved)
            json.field("assisted", standing.isAssisted)
            if let score = standing.score { json.field("score", score) }
            if let guesses = standing.guesses { json.field("guesses", guesses) }
            json.key("seconds")
            json.literal(standing.elapsed.jsonSeconds)
        }
    }

    private func write(_ name: StaticString, _ sums: [PlayerID: Sum], to json: inout JSONWriter) {
        let rows = members.map { ($0, sums[$0.player] ?? Sum()) }.sorted { $0.1.points > $1.1.points }
        json.array(name, rows) { json, row in
            json.object { json in
                json.field("player", row.0.player.text)
                json.field("name", row.0.name.text)
                json.field("days", row.1.days.count)
                json.field("wins", row.1.wins)
                json.field("points", row.1.points)
            }
        }
    }
}

nonisolated extension Standing {
    /// Whether the game has ended.
    fileprivate var isOver: Bool { isSolved || elapsed > .zero }
}
