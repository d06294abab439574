import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The measured API on Hummingbird with one event loop.
///
/// `--tasks-on-loop` runs Swift's tasks on the loop too; otherwise every request would hop between two threads.
@main
struct HummingbirdPeer {
    private static let games = Mutex<[String: Game]>([:])
    private static let lobby = Game(id: "lobby")

    static func main() async throws {
        NIOSingletons.groupLoopCountSuggestion = 1
        if CommandLine.arguments.contains("--tasks-on-loop") {
            NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()
        }
        var logger = Logger(label: "peer")
        logger.logLevel = .error
        let app = Application(
            router: router(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), backlog: 1024),
            onServerRunning: { channel in
                let line = "listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            },
            logger: logger)
        try await app.runService()
    }

    private static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/board") { request, _ in try show(lobby, request) }
        router.post("/board/cells/{cell}") { try await edit(lobby, $0, $1) }
        router.get("/games/{id}/board") { try show(game($1), $0) }
        router.post("/games/{id}/board/cells/{cell}") { try await edit(game($1), $0, $1) }
        router.post("/games") { try await create($0, $1) }
        return router
    }

    private static func game(_ context: BasicRequestContext) throws -> Game {
        let id = try context.parameters.require("id")
        guard let game = games.withLock({ $0[id] }) else { throw HTTPError(.notFound) }
        return game
    }

    private static func show(_ game: Game, _ request: Request) throws -> Response {
        let (tag, body) = try game.encoded()
        if request.headers[.ifNoneMatch] == tag {
            return Response(
                status: .notModified, headers: headers([.eTag: tag, .vary: "Accept"], cache: "no-cache"))
        }
        let fields: HTTPFields = [.contentType: "application/json", .eTag: tag, .vary: "Accept"]
        return Response(
            status: .ok, headers: headers(fields, cache: "no-cache"), body: ResponseBody(byteBuffer: body))
    }

    private struct EditBody: Decodable { let value: String }

    private static func edit(_ game: Game, _ request: Request, _ context: BasicRequestContext) async throws
        -> Response
    {
        let cell = try context.parameters.require("cell", as: Int.self)
        guard (0..<25).contains(cell) else { throw HTTPError(.notFound) }
        let letter = try await request.decode(as: EditBody.self, context: context).value.uppercased()
        guard letter.count <= 1, letter.allSatisfy(\.isLetter) else { throw HTTPError(.unprocessableContent) }
        let edited = game.edit(cell, letter)
        return try json(edited, .ok, [.eTag: "\"\(edited.sequence)\""])
    }

    private struct CreateBody: Decodable { let rules: String? }

    private static func create(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let body = try await request.decode(as: CreateBody.self, context: context)
        guard (body.rules ?? "free") == "free" else { throw HTTPError(.unprocessableContent) }
        let game = Game(id: Created.Host.random(10))
        games.withLock { $0[game.id] = game }
        return try json(Created(game), .created, [.location: "/games/\(game.id)"])
    }

    private static func json(_ value: some Encodable, _ status: HTTPResponse.Status, _ fields: HTTPFields)
        throws
        -> Response
    {
        var fields = fields
        fields[.contentType] = "application/json"
        let body = ByteBuffer(data: try JSONEncoder().encode(value))
        return Response(
            status: status, headers: headers(fields, cache: "no-store"), body: ResponseBody(byteBuffer: body))
    }

    private static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .vary

    private static func headers(_ fields: HTTPFields, cache: String) -> HTTPFields {
        var fields = fields
        fields[.cacheControl] = cache
        fields[.xContentTypeOptions] = "nosniff"
        fields[resourcePolicy] = "same-origin"
        return fields
    }
}
