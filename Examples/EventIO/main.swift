// An HTTP server built on EventIO alone. It answers each GET with the path of the request.
//
//     swift run EventIOExample
//     curl http://127.0.0.1:8080/hello
//
// Ctrl-C drains the server: it stops accepting, closes its connections within five seconds and exits.

import EventIO
import Glibc

final class PathHandler: HTTPHandler {
    func handle(_ exchange: consuming HTTPExchange) {
        guard exchange.request.method == .get else {
            exchange.answer(HTTPResponse(status: 405, headers: [("Allow", "GET")]))
            return
        }
        let path = exchange.request.path
        exchange.answer(
            HTTPResponse(
                status: 200, headers: [("Content-Type", "text/plain")], body: Array("\(path)\n".utf8)))
    }
}

let loop = try EventLoop()
let server = HTTPServer(loop: loop, settings: HTTPServerSettings(), handler: PathHandler())
let address = try server.listen(host: "127.0.0.1", port: 8080)
// Kept until the end: dropping the token would remove the handler.
let interrupt = loop.onSignal(SIGINT) {
    server.drain(within: .seconds(5)) { loop.stop() }
}
print("http://\(address)/hello")
loop.run()
