import EventIO
import GameCore
import GameJSON
import GameStore

extension LiveGame {
    /// A challenge as `viewer`, or somebody without a key, may see it; never with its answer.
    ///
    /// - Parameters:
    ///   - names: The present names of its people; erased players have none.
    ///   - used: How many of the maker's own words are in the task, for the answer to the request that made
    ///     it.
    func challengeJSON(
        for viewer: PlayerID?, _ names: [PlayerID: PlayerName], _ world: World, used: Int? = nil
    ) -> [UInt8] {
        let (id, state) = (id.challenge?.text ?? "", committed.challenge ?? ChallengeState())
        let task = try? challengeTask
        return JSONWriter.object { json in
            json.field("id", id)
            json.field("url", world.settings.basePath.text + "/c/\(id)")
            json.field("rules", task?.rules ?? "")
            json.field("title", setup.title?.text ?? world.rules.title(of: task?.rules ?? ""))
            json.field("created", setup.created.rfc3339)
            if let used { json.field("used", used) }
            if let maker = setup.host {
                json.object("from") { json in
                    json.field("player", maker.text)
                    json.field("name", (names[maker] ?? .deleted).text)
                }
            }
            json.field("played", state.attempts.count)
            json.array("results", shownResults(to: viewer).filter { names[$0.player] != nil }) { json, row in
                json.object { json in
                    json.field("rank", row.rank)
                    json.field("player", row.player.text)
                    json.field("name", names[row.player]?.text ?? "")
                    json.object("result", row.result.writeFields)
                }
            }
            json.field("mine", viewer != nil && viewer == setup.host)
            json.field("makerKnows", task?.isKnownToMaker ?? false)
            json.key("own")
            if let own = viewer.flatMap({ state.attempts[$0] }) {
                json.value(own.game.text)
            } else {
                json.null()
            }
        }
    }

    /// The best results, and that of `viewer`.
    func shownResults(to viewer: PlayerID?) -> [ChallengeState.Row] {
        let ranking = committed.challenge?.ranking ?? []
        return ranking.enumerated().filter { place, row in
            place < Settings.challengeResults || row.player == viewer
        }.map(\.element)
    }

    /// The results of a challenge as CSV: one line for each player, best first, then the players who still
    /// play.
    func resultsCSV(_ names: [PlayerID: PlayerName]) -> [UInt8] {
        let state = committed.challenge ?? ChallengeState()
        let countsPoints = state.ranking.contains { $0.result.score != nil }
        var table = CSV([
            "rank", "name", "state", countsPoints ? "score" : "seconds", "moves", "started", "finished",
        ])
        for row in state.ranking {
            guard let name = names[row.player] else { continue }
            let measure = countsPoints ? row.result.score.map(String.init) : row.result.elapsed.jsonSeconds
            table.add([
                String(row.rank), name.text, row.result.isSolved ? "solved" : "unsolved", measure ?? "",
                row.result.moves.map(String.init) ?? "", row.attempt.started.rfc3339,
                row.attempt.finished?.rfc3339 ?? "",
            ])
        }
        let playing = state.attempts.filter { $0.value.result == nil }
        for (player, attempt) in playing.sorted(by: { $0.value.started < $1.value.started }) {
            guard let name = names[player] else { continue }
            table.add(["", name.text, "playing", "", "", attempt.started.rfc3339, ""])
        }
        return table.bytes
    }
}

nonisolated extension DailyScore {
    func writeFields(to json: inout JSONWriter) {
        json.field("solved", isSolved)
        json.field("assisted", isAssisted)
        json.key("seconds")
        json.literal(elapsed.jsonSeconds)
        if let score { json.field("score", score) }
        if let tries { json.field("guesses", tries) }
    }
}

nonisolated extension ChallengeState {
    /// The statistics for the maker: how many players solved the task, in which time, and where the time
    /// went.
    func json(_ solving: SolvingStatistics) -> [UInt8] {
        let results = attempts.values.compactMap(\.result)
        let solved = results.filter { $0.isSolved && !$0.isAssisted }
        let times = solved.map { Amount(seconds: $0.elapsed) }
        return JSONWriter.object { json in
            json.field("begun", attempts.count)
            json.field("finished", results.count)
            json.field("solved", solved.count)
            json.field("assisted", results.count { $0.isSolved && $0.isAssisted })
            json.key("seconds")
            if let fastest = times.min(), let slowest = times.max(), let median = Amount.median(times) {
                json.object { json in
                    json.amount("fastest", fastest)
                    json.amount("median", median)
                    json.amount("slowest", slowest)
                }
            } else {
                json.null()
            }
            json.field("measured", solving.boards)
            json.array("cells", solving.cells) { json, cell in
                json.object { json in
                    json.field("cell", cell.cell.position)
                    json.amount("seconds", cell.seconds)
                    json.amount("rewrites", cell.rewrites)
                }
            }
        }
    }
}
