import EventIO
import GameCore
import GameJSON
import GameStore

/// `challenges list` and `challenges delete`.
enum AdminChallenges {
    static let commands: [(String, Administration.Command)] = [
        ("challenges list", list), ("challenges delete", delete),
    ]

    private static func list(_ call: AdminCall) throws {
        let isChallenge = { (game: StoredGameSummary) in game.setup.id.challenge != nil }
        call.games(after: try call.body.text("after"), limit: try call.limit, where: isChallenge) { found in
            call.finish(found) { page in
                .list(
                    "challenges", ["challenge", "rules", "maker", "events", "changed", "title"],
                    page.rows.map { row in
                        [
                            .text(row.setup.id.challenge?.text ?? ""),
                            .text((try? ChallengeTask(row.setup))?.rules ?? ""),
                            .text(row.setup.host?.text ?? ""), .number(row.events),
                            .text(row.changed.rfc3339), .text(row.setup.title?.text ?? ""),
                        ]
                    }, next: page.next)
            }
        }
    }

    /// Deletes a challenge with its results; the games of its players stay.
    private static func delete(_ call: AdminCall) throws {
        guard let id = ChallengeID(try call.body.text("challenge") ?? "") else {
            throw Problem.noSuchChallenge
        }
        call.world.challenges.find(id, for: .server) { found in
            do throws(Problem) {
                let journal = try found.get().id
                call.change(journal, { call.store.delete([GameDeletion(of: journal)], $0) }) {
                    call.finishDeletion(.record([("deleted", .text(id.text))]))
                }
            } catch { call.finish(error) }
        }
    }
}
