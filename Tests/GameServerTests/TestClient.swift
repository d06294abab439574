import EventIO
import Glibc
import Testing

@testable import GameServerKit

/// A connection to a server of this process, on which one request was sent.
struct TestClient {
    let descriptor: Int32

    init(port: UInt16, sending request: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_port = port.bigEndian
        server.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &server) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        send(descriptor, request, request.utf8.count, 0)
    }

    /// The bytes that have arrived; empty at the end of the connection, nil if there are none yet.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(buffer[..<count])
    }

    func close() { Glibc.close(descriptor) }
}

extension World {
    /// A server with `routes` on a loop.
    func server(_ routes: [Route], on main: MainLoop) -> HTTPServer {
        let application = Application(
            main: main, door: FrontDoor(world: self, routes: routes), published: published, metrics: metrics)
        return HTTPServer(loop: main.loop, settings: HTTPServerSettings(), handler: application)
    }
}
