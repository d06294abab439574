import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore
import Logging

/// The Unix socket in the data folder through which the owner of that folder controls the running server.
final class ControlSocket {
    private let server: HTTPServer
    private let path: String

    /// Listens on `path`, and replaces a socket that a killed server left there.
    ///
    /// - Throws: `StoreRefusal`, for example if the path is too long for a socket.
    init(_ path: String, main: MainLoop, world: World, routes: [Route]) throws {
        let door = FrontDoor(world: world, routes: routes)
        let application = Application(
            main: main, door: door, published: PublishedDocuments(), metrics: world.metrics)
        self.path = path
        server = HTTPServer(loop: main.loop, settings: HTTPServerSettings(), handler: application)
        try server.listen(descriptor: Self.listen(path))
    }

    /// Stops listening and removes the socket.
    func close() {
        server.close()
        unlink(path)
    }

    private static func listen(_ path: String) throws -> Int32 {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        guard var address = sockaddr_un(path: path) else {
            throw StoreRefusal("The path “\(path)” is too long for a socket.")
        }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, chmod(path, 0o600) == 0, Glibc.listen(descriptor, 8) == 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.close(descriptor)
            throw StoreRefusal("Cannot listen on “\(path)”: \(reason)")
        }
        return descriptor
    }
}

nonisolated extension sockaddr_un {
    /// The address of the socket at `path`; nil if the path is too long.
    package init?(path: String) {
        self.init()
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
        sun_family = sa_family_t(AF_UNIX)
    }
}
