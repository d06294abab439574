import GameCore
import GameJSON
import GameStore

/// The version, role and settings that a Redis needs so that it loses no acknowledged write.
package final class RedisRequirements {
    private static let neededSettings = [
        ("appendonly", "yes"), ("appendfsync", "always"), ("no-appendfsync-on-rewrite", "no"),
        ("maxmemory-policy", "noeviction"),
    ]
    private static let oldestMajorVersion = 7

    private let allowsWeakDurability: Bool
    /// The weak settings that were found and allowed, with how to correct each.
    package private(set) var warnings: [String] = []

    package init(allowsWeakDurability: Bool) { self.allowsWeakDurability = allowsWeakDurability }

    /// Checks Redis, then loads the function library; the handshake of a connection.
    func check(_ connection: RedisConnection, _ done: @escaping @MainActor (StoreFailure?) -> Void) {
        var settings = RedisCommand("CONFIG", "GET")
        for (name, _) in Self.neededSettings { settings.add(name) }
        let questions = [RedisCommand("INFO", "server"), RedisCommand("INFO", "replication"), settings]
        connection.executeAll(questions) { [self] answers in
            if let failure = unmetRequirement(in: answers) { return done(failure) }
            connection.executeAll([FunctionLibrary.load]) { loaded in
                done(loaded.first?.failure.map(StoreFailure.init))
            }
        }
    }

    private func unmetRequirement(in answers: [Result<RedisReply, RedisFailure>]) -> StoreFailure? {
        // A Redis that is still loading its data answers no queries yet.
        if let failure = answers.compactMap(\.failure).first(where: \.isTransient) {
            return StoreFailure(failure)
        }
        let texts = answers.map { (try? $0.get())?.text ?? "" }
        if let reason = Self.unfit(server: texts[0], replication: texts[1]) {
            return StoreFailure(reason: reason, isDefinite: true)
        }
        let weak = Self.weaknesses((try? answers[2].get())?.elements.map { $0.text ?? "" })
        guard !weak.isEmpty else { return nil }
        if allowsWeakDurability {
            warnings = weak
            return nil
        }
        let all = weak.joined(separator: "\n")
        return StoreFailure(
            reason: """
                Redis could lose moves that it has acknowledged:
                \(all)
                Or accept the risk with --allow-weak-durability.
                """, isDefinite: true)
    }

    /// Why this Redis cannot be used at all; nil when it can.
    static func unfit(server: String, replication: String) -> String? {
        let version = field("redis_version", in: server) ?? "unknown"
        let major = version.split(separator: ".").first.flatMap { Int($0) }
        guard let major, major >= oldestMajorVersion else {
            return "This is Redis version \(version); version \(oldestMajorVersion).0 or later is required."
        }
        guard field("role", in: replication) != "slave" else {
            return "This Redis is a replica and accepts no writes: give the address of its primary."
        }
        return nil
    }

    static func field(_ name: String, in text: String) -> String? {
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("\(name):") }
        return line.map { String($0.dropFirst(name.count + 1)) }
    }

    /// The weak settings and how to correct each.
    ///
    /// - Parameter settings: alternating names and values; nil when Redis refused to show them.
    static func weaknesses(_ settings: [String]?) -> [String] {
        guard let settings else {
            return ["its settings cannot be read; allow this user to read them: ACL SETUSER … +config|get"]
        }
        var values: [String: String] = [:]
        for place in stride(from: 0, to: settings.count - 1, by: 2) {
            values[settings[place]] = settings[place + 1]
        }
        return neededSettings.compactMap { name, value in
            guard values[name] != value else { return nil }
            return """
                \(name) is “\(values[name] ?? "unknown")”: run “CONFIG SET \(name) \(value)”, and put \
                “\(name) \(value)” into redis.conf
                """
        }
    }
}
