import Foundation
import GameCore
import GameJSON

/// The user and the group that own a file.
package nonisolated struct FileOwner: Equatable, Sendable {
    let user: uid_t
    let group: gid_t

    /// The owner of the file or folder at `path`; nil if there is none.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (user, group) = (status.st_uid, status.st_gid)
    }

    /// The person who runs this process by sudo; nil without sudo.
    package static var sudoer: FileOwner? {
        let environment = ProcessInfo.processInfo.environment
        guard geteuid() == 0, let user = environment["SUDO_UID"].flatMap({ uid_t($0) }),
            let group = environment["SUDO_GID"].flatMap({ gid_t($0) })
        else { return nil }
        return FileOwner(user: user, group: group)
    }

    /// The user and the group that this process acts for.
    private static var current: FileOwner { FileOwner(user: geteuid(), group: getegid()) }

    private init(user: uid_t, group: gid_t) { (self.user, self.group) = (user, group) }

    // MARK: Acting for others

    /// Lets root act for the owner of the folder at `path` from now on.
    ///
    /// A user who can write in the folder can put a link or a journal there that makes root change other
    /// files.
    ///
    /// - Throws: `StoreRefusal` if the system does not allow it.
    static func actForOwner(of path: String) throws(StoreRefusal) {
        guard geteuid() == 0, let owner = FileOwner(of: path), owner.user != 0 else { return }
        guard setgroups(0, nil) == 0, owner.act() else {
            throw StoreRefusal(
                "Root cannot act for the owner of “\(path)”: \(String(cString: strerror(errno))).")
        }
    }

    /// Runs `work` with the rights of the user who has started the process, who owns the files concerned.
    static func asCaller<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        let before = current
        FileOwner(user: getuid(), group: getgid()).act()
        defer { before.act() }
        return try work()
    }

    /// Runs `work` with the rights of this owner if root runs the process.
    func actDuring<Value>(_ work: () -> Value) -> Value {
        guard geteuid() == 0 else { return work() }
        act()
        defer { FileOwner(user: 0, group: 0).act() }
        return work()
    }

    /// Takes on the rights of the group, then of the user, because only root may choose a group.
    @discardableResult
    private func act() -> Bool {
        guard self != Self.current else { return true }
        return seteuid(getuid()) == 0 && setegid(group) == 0 && seteuid(user) == 0
    }
}
