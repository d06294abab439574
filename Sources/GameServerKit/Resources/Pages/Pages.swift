import EventIO
import GameCore
import GameJSON
import GameStore

/// `/g/{id}`, `/r/{room}` and `/today/{rules}`: the page's documents at addresses that people send to each
/// other.
enum Pages {
    /// - Parameter files: The page's files by path; `/index.html` stands in for a missing document.
    static func routes(_ files: [String: StaticFile]) -> [Route] {
        let pictures = Set(files.keys)
        return [
            route("/g/{id}", files["/game.html"] ?? files["/index.html"]) { game($0, pictures) },
            route("/r/{room}", files["/room.html"] ?? files["/index.html"], preview: room),
            route("/today/{rules}", files["/today.html"] ?? files["/index.html"]) {
                try today($0, pictures)
            },
        ].compactMap(\.self)
    }

    /// The addresses of pages on a server without its page folder: they say what is missing.
    static let missing = ["/", "/g/{id}", "/r/{room}", "/today/{rules}"].map { pattern in
        Route(.get, pattern, cost: .free) { _ in
            throw Problem(
                ProblemTable["not-found"],
                """
                The server has not found its folder “static”, which holds the page and the word list. If you run it, \
                start it with --static and the path of that folder. Scripts can use it as it is, for games that \
                need no words.
                """)
        }
    }

    private static func route(
        _ pattern: String, _ document: StaticFile?, preview: @escaping (Call) throws -> LinkPreview
    ) -> Route? {
        guard let template = document.map(PageTemplate.init) else { return nil }
        return Route(.get, pattern, cost: .free) { call in
            .answer(template.response(with: try preview(call).tags(for: call), to: call.request))
        }
    }

    /// The title and the kind of a game that is awake; nothing about any other game.
    ///
    /// A game of the day belongs to one player, so that only its kind is named.
    private static func game(_ call: Call, _ pictures: Set<String>) -> LinkPreview {
        guard let id = GameID(call.parameters["id"] ?? ""), let game = call.world.games[id],
            let info = call.world.rules[game.setup.rules]?.info
        else { return .unknown }
        let title = game.setup.isPersonal ? nil : game.setup.title?.text
        return LinkPreview(
            title: title ?? info.title, description: info.summary,
            picture: picture(of: game.setup.rules, pictures))
    }

    /// The title of a room that is awake.
    private static func room(_ call: Call) -> LinkPreview {
        let room = RoomName(call.parameters["room"] ?? "").flatMap { call.world.games[GameID(room: $0)] }
        guard let title = room?.setup.title?.text else { return .unknown }
        return LinkPreview(
            title: title, description: "Play together on a 5x5 grid: one word game after another.",
            picture: LinkPreview.unknown.picture)
    }

    private static func today(_ call: Call, _ pictures: Set<String>) throws -> LinkPreview {
        guard let rules = call.parameters["rules"], let type = call.world.rules[rules] as? any DailyRules.Type
        else { throw Problem.noDaily }
        return LinkPreview(
            title: "Today’s game: \(type.info.title)", description: type.info.summary,
            picture: picture(of: rules, pictures))
    }

    /// The picture of games with these rules, which shows none of them in particular.
    private static func picture(of rules: String, _ pictures: Set<String>) -> String {
        let own = "/previews/\(rules).png"
        return pictures.contains(own) ? own : LinkPreview.unknown.picture
    }
}

/// What other sites show beside a link to a page: the tags of the Open Graph protocol.
struct LinkPreview {
    /// For an address of which nothing is known, or nothing may be told.
    static let unknown = LinkPreview(
        title: "FiveByFive", description: "Word games on a 5x5 grid, played together.",
        picture: "/previews/game.png")

    let title: String
    let description: String
    /// The path of a PNG.
    let picture: String

    /// The tags as HTML, with absolute addresses if `call` names a public host of the server.
    func tags(for call: Call) -> String {
        let site = call.publicSite
        var tags = [
            ("title", title), ("description", description),
            ("image", (site ?? call.world.settings.basePath.text) + picture),
        ]
        if let site { tags.append(("url", site + call.request.path)) }
        return tags.map { "<meta property=\"og:\($0)\" content=\"\(Markup.escaped($1))\">\n" }.joined()
    }
}

extension Call {
    /// The address of the site, such as `https://five.example/games`, if the request names a public host.
    fileprivate var publicSite: String? {
        guard world.settings.publicHosts.contains(where: { $0.lowercased() == request.authority }) else {
            return nil
        }
        let port = (request.header("host") ?? "").lowercased()
        let host = port.hasPrefix(request.authority + ":") ? port : request.authority
        // A proxy that ends TLS names the scheme; what a client writes here concerns its own response only.
        let scheme = request.header("x-forwarded-proto") == "https" ? "https" : world.settings.scheme
        return scheme + "://" + host + world.settings.basePath.text
    }
}
