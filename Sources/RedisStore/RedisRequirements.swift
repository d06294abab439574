import GameCore
import GameJSON
import GameStore

/// What Redis must be and do before its word is taken: otherwise it forgets what it has acknowledged.
package final class RedisRequirements {
    /// What each setting must be.
    private static let needed = [
        ("appendonly", "yes"), ("appendfsync", "always"), ("no-appendfsync-on-rewrite", "no"),
        ("maxmemory-policy", "noeviction"),
    ]
    private static let oldest = 7

    private let allowsWeakDurability: Bool
    /// What was found to be weak and is allowed, a sentence each.
    package private(set) var warnings: [String] = []

    package init(allowsWeakDurability: Bool) { self.allowsWeakDurability = allowsWeakDurability }

    /// Looks whether Redis is as it must be, and gives it the functions.
    func greet(_ connection: RedisConnection, _ done: @escaping @MainActor (StoreFailure?) -> Void) {
        var settings = RedisCommand("CONFIG", "GET")
        for (name, _) in Self.needed { settings.add(name) }
        let questions = [RedisCommand("INFO", "server"), RedisCommand("INFO", "replication"), settings]
        connection.askAll(questions) { [self] answers in
            if let complaint = complaint(answers) { return done(complaint) }
            connection.askAll([FunctionLibrary.load]) { loaded in
                done(loaded.first?.failure.map(StoreFailure.init))
            }
        }
    }

    /// What is wrong, if anything is.
    private func complaint(_ answers: [Result<RedisReply, RedisFailure>]) -> StoreFailure? {
        // Who has just started does not tell yet.
        if let failure = answers.compactMap(\.failure).first(where: \.isPassing) {
            return StoreFailure(failure)
        }
        let texts = answers.map { (try? $0.get())?.text ?? "" }
        if let reason = Self.unfit(server: texts[0], replication: texts[1]) {
            return StoreFailure(reason: reason, isCertain: true)
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
                Redis would forget moves that it has acknowledged:
                \(all)
                Or accept that, with --allow-weak-durability.
                """, isCertain: true)
    }

    /// Why this is no Redis to work with, if it is none.
    static func unfit(server: String, replication: String) -> String? {
        let version = field("redis_version", in: server) ?? "unknown"
        let major = version.split(separator: ".").first.flatMap { Int($0) }
        guard let major, major >= oldest else {
            return "Redis is of version \(version); it must be \(oldest).0 or later."
        }
        guard field("role", in: replication) != "slave" else {
            return "This Redis is a replica, which takes no moves: give the address of its primary."
        }
        return nil
    }

    private static func field(_ name: String, in text: String) -> String? {
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("\(name):") }
        return line.map { String($0.dropFirst(name.count + 1)) }
    }

    /// What is weak in `settings`, names and values in turn or nil when they are not told, and what mends it.
    static func weaknesses(_ settings: [String]?) -> [String] {
        guard let settings else {
            return ["it does not tell its settings; let this user read them: ACL SETUSER … +config|get"]
        }
        var values: [String: String] = [:]
        for place in stride(from: 0, to: settings.count - 1, by: 2) {
            values[settings[place]] = settings[place + 1]
        }
        return needed.compactMap { name, value in
            guard values[name] != value else { return nil }
            return """
                \(name) is “\(values[name] ?? "unknown")”: type “CONFIG SET \(name) \(value)”, and write \
                “\(name) \(value)” in redis.conf
                """
        }
    }
}
