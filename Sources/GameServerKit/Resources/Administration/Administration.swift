import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore
import Logging

/// The commands of `GameServer admin`, on the control socket.
///
/// A command is `POST /admin/{command}` with its arguments as a JSON object. The answer is a ``Report``.
struct Administration {
    typealias Command = @MainActor (AdminCall) throws -> Void

    private let store: any StoreAdministration
    private let bans: Bans
    private let folder: String

    /// - Parameter folder: The data folder, for the audit log.
    init(_ store: any StoreAdministration, bans: Bans, folder: String) {
        (self.store, self.bans, self.folder) = (store, bans, folder)
    }

    /// A route for each command.
    var routes: [Route] {
        let commands =
            AdminStatus.commands + AdminGames.commands + AdminChallenges.commands + AdminPlayers.commands
            + AdminBans.commands
        return commands.map { name, command in
            let (store, bans, audit) = (store, bans, folder + "/audit.log")
            return Route(.post, "/admin/" + name.replacing(" ", with: "/"), cost: .free) { call in
                let admin = try AdminCall(call, name, store, bans, audit: audit)
                do { try command(admin) } catch { admin.finish(Problem(error)) }
                return .later
            }
        }
    }
}

/// `status` and `loglevel`.
enum AdminStatus {
    static let commands: [(String, Administration.Command)] = [("status", status), ("loglevel", setLogLevel)]

    private static func status(_ call: AdminCall) {
        let world = call.world
        world.updateGauges()
        let failure = world.commits.failure?.reason ?? world.commits.refusal?.detail
        call.finish(
            .record([
                ("version", .text(Version.current.description)),
                ("ready", .text(failure ?? "yes")),
                ("uptimeSeconds", .number(world.uptimeSeconds)),
                ("gamesInMemory", .number(world.games.count)),
                ("seats", .number(world.games.all.reduce(0) { $0 + $1.committed.seats.count })),
                ("streams", .number(world.hub.streams.count)),
                ("parkedPolls", .number(world.hub.polls.count)),
                ("waitingEvents", .number(world.commits.queueDepth)),
                ("dataBytes", .number(world.dataLimit.used)),
                ("dataLimitBytes", world.dataLimit.limit.map(Report.Value.number) ?? .none),
                ("residentBytes", .number(ResidentMemory.bytes)),
                ("backupAgeSeconds", world.backups?.age.map(Report.Value.number) ?? .none),
                ("bans", .number(call.bans.all.count)),
                ("logLevel", .text(world.log.logLevel.rawValue)),
            ]))
    }

    /// All copies of the log share its level.
    private static func setLogLevel(_ call: AdminCall) throws {
        var log = call.world.log
        if let text = try call.body.text("level") {
            guard let level = Logger.Level(rawValue: text) else {
                let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw RuleViolation(.invalidValue, "The level is one of \(known).")
            }
            log.logLevel = level
        }
        call.finish(.record([("logLevel", .text(log.logLevel.rawValue))]))
    }
}

/// `ban add`, `ban remove` and `ban list`.
enum AdminBans {
    static let commands: [(String, Administration.Command)] = [
        ("ban list", list), ("ban add", add), ("ban remove", remove),
    ]

    private static func list(_ call: AdminCall) {
        call.finish(.list("bans", ["address"], call.bans.all.map { [.text($0.text)] }))
    }

    private static func ban(_ call: AdminCall) throws -> Bans.Ban {
        guard let ban = try call.body.text("address").flatMap(Bans.Ban.init) else {
            throw RuleViolation(
                .invalidValue, "A ban is of an address or a network, such as 192.0.2.7 or 2001:db8::/48.")
        }
        return ban
    }

    private static func add(_ call: AdminCall) throws {
        let (ban, known) = (try ban(call), call.bans.all)
        guard known.count < Settings.bans else {
            throw RuleViolation(.invalidValue, "There are \(known.count) bans already; ban networks instead.")
        }
        if !known.contains(where: { $0.block == ban.block }) { try call.bans.replace(with: known + [ban]) }
        // Streams know the network of an IPv6 client only.
        call.world.hub.endConnections { call.bans.contains($0) || $0.contains(":") }
        list(call)
    }

    private static func remove(_ call: AdminCall) throws {
        let (ban, known) = (try ban(call), call.bans.all)
        let left = known.filter { $0.block != ban.block }
        guard left.count < known.count else {
            throw Problem(ProblemTable["not-found"], "“\(ban.text)” is not banned.")
        }
        try call.bans.replace(with: left)
        list(call)
    }
}
