import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore
import Synchronization

/// The addresses and networks that the operator has banned, in the file `bans` of the data folder.
///
/// May be used on any thread.
nonisolated final class Bans: Sendable {
    struct Ban: Sendable, Equatable {
        /// The address or network, as the operator wrote it.
        let text: String
        let block: AddressBlock

        init?(_ text: String) {
            guard let block = AddressBlock(text) else { return nil }
            (self.text, self.block) = (text, block)
        }
    }

    /// Nil if the server has no data folder; bans then end with the process.
    private let path: String?
    private let proxies: TrustedProxies
    private let bans = Locked<[Ban]>([])
    /// Lets every request skip the lock while there are no bans.
    private let isEmpty = Atomic(true)

    /// Reads the file of `folder`; a missing file is empty.
    ///
    /// - Throws: `StoreRefusal` for a malformed line, because skipping it would lift a ban.
    init(folder: String?, proxies: TrustedProxies) throws(StoreRefusal) {
        path = folder.map { $0 + "/bans" }
        self.proxies = proxies
        guard let path, let bytes = FileManager.default.contents(atPath: path) else { return }
        var found: [Ban] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            guard let ban = Ban(String(line)) else {
                throw StoreRefusal("“\(path)” has a line that is no address or network: \(line)")
            }
            found.append(ban)
        }
        set(found)
    }

    var all: [Ban] { bans.withLock { $0 } }

    func contains(_ address: String) -> Bool {
        bans.withLock { bans in bans.contains { $0.block.contains(address) } }
    }

    /// Whether any address from which the request may come is banned.
    func contains(senderOf request: HTTPRequest, peer: SocketAddress) -> Bool {
        guard !isEmpty.load(ordering: .relaxed) else { return false }
        return proxies.claims(of: request, peer: peer).contains(where: contains)
    }

    /// Replaces the list, first in the file.
    ///
    /// - Throws: `StoreRefusal` if the file cannot be written; the list is then unchanged.
    func replace(with new: [Ban]) throws(StoreRefusal) {
        if let path {
            let text = new.map { $0.text + "\n" }.joined()
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            let draft = path + ".new"
            guard
                FileManager.default.createFile(
                    atPath: draft, contents: Data(text.utf8), attributes: attributes),
                rename(draft, path) == 0
            else {
                throw StoreRefusal("“\(path)” cannot be written: \(String(cString: strerror(errno)))")
            }
        }
        set(new)
    }

    private func set(_ new: [Ban]) {
        bans.withLock { $0 = new }
        isEmpty.store(new.isEmpty, ordering: .relaxed)
    }
}
