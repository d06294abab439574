import EventIO
import GameCore
import GameJSON
import GameStore

/// `/g/{id}`, `/r/{room}`, `/c/{challenge}`, `/today/{rules}`, `/make`, `/docs` and `/?puzzle={id}`: the page's
/// documents at addresses that people send to each other.
enum Pages {
    /// - Parameter files: The page's files by path; `/index.html` stands in for a missing document.
    static func routes(_ files: [String: StaticFile]) -> [Route] {
        let pictures = Set(files.keys)
        return [
            route("/g/{id}", files["/game.html"] ?? files["/index.html"], .named) { game($0, pictures) },
            route("/r/{room}", files["/room.html"] ?? files["/index.html"], .room, preview: room),
            route("/today/{rules}", files["/today.html"] ?? files["/index.html"], .none) {
                try today($0, pictures)
            },
            route("/make", files["/make.html"] ?? files["/index.html"], .none) { _ in make(pictures) },
            (files["/challenge.html"] ?? files["/index.html"]).map { challenge($0, pictures) },
            files["/docs/index.html"].map(documentation),
            files["/"].map { home($0, pictures) },
        ].compactMap(\.self)
    }

    /// The routes of the page's addresses on a server without its page folder; they explain what is missing.
    static let missing = [
        "/", "/g/{id}", "/r/{room}", "/c/{challenge}", "/today/{rules}", "/make", "/docs",
    ].map { pattern in
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

    /// A document whose address may name a game or a room; the status is 404 if there is no such game or
    /// room.
    ///
    /// - Parameter preview: The preview of the game, room or page; nil if there is no such game or room.
    private static func route(
        _ pattern: String, _ document: StaticFile?, _ games: GameScope,
        preview: @escaping (Call) throws -> LinkPreview?
    ) -> Route? {
        guard let template = document.map(PageTemplate.init) else { return nil }
        return Route(.get, pattern, waking: games, cost: .free) { call in
            let found = try preview(call)
            let tags = (found ?? .unknown).tags(for: call)
            guard found == nil else { return .answer(template.response(with: tags, to: call.request)) }
            var response = template.response(with: tags, to: call.request, isConditional: false)
            response.status = 404
            return .answer(response)
        }
    }

    /// Links to the games of the day, for the home page before its scripts have arrived.
    static func linksToToday(_ rules: RuleCatalog, _ base: BasePath) -> String {
        rules.all.filter { $0 is any DailyRules.Type }.map { type in
            "<a class=\"day\" href=\"\(base.text)/today/\(type.name)\"><b>\(Markup.escaped(type.info.title))</b></a>"
        }.joined(separator: "\n        ")
    }

    /// The preview of a game, with the name of the inviting player; nil if there is no such game.
    ///
    /// A personal game belongs to one player, so its preview names only the rules.
    private static func game(_ call: Call, _ pictures: Set<String>) -> LinkPreview? {
        guard let id = call.gameID(call.parameters["id"] ?? ""), let game = call.world.games[id] else {
            return nil
        }
        guard let info = call.world.rules[game.setup.rules]?.info else { return .unknown }
        let picture = picture(of: game.setup.rules, pictures)
        guard !game.setup.isPersonal else {
            return LinkPreview(title: info.title, description: info.summary, picture: picture)
        }
        let state = game.committed
        let puzzle = PuzzleCredits(of: state)
        let subject = game.setup.title?.text ?? puzzle?.title ?? info.title
        let description = [puzzle?.sentence, subject == info.title ? nil : info.title + ".", info.summary]
        let isOpen =
            state.phase != .finished && !state.areSeatsClosed
            && state.seats.count < state.rules.seatLimit
        let inviter = isOpen && id != .lobby ? state.seats.first { $0.bot == nil }?.name.text : nil
        // A finished game is shown as it ended, unless others may still have to solve its task.
        let isShown = state.phase == .finished && !game.setup.sharesTask
        return LinkPreview(
            title: invitation(to: subject, by: inviter),
            description: description.compactMap(\.self).joined(separator: " "),
            picture: isShown ? "/games/\(id)/card.png" : picture)
    }

    /// The preview of a room, with the name of the host; nil if there is no such room.
    private static func room(_ call: Call) -> LinkPreview? {
        let room = RoomName(call.parameters["room"] ?? "").flatMap { call.world.games[GameID(room: $0)] }
        guard let state = room?.committed else { return nil }
        guard let title = state.setup.title?.text else { return .unknown }
        let host = state.hostSeat.flatMap(state.player(on:))?.name.text
        return LinkPreview(
            title: invitation(to: title, by: state.areSeatsClosed ? nil : host),
            description: "Play together on a 5x5 grid: one word game after another.",
            picture: LinkPreview.unknown.picture)
    }

    private static func invitation(to subject: String, by name: String?) -> String {
        name.map { "\($0) invites you: \(subject)" } ?? subject
    }

    /// The home page, with a preview of the puzzle in the query if that exists and the client is within its
    /// limits.
    private static func home(_ document: StaticFile, _ pictures: Set<String>) -> Route {
        let template = PageTemplate(document)
        return Route(.get, "/", cost: .free) { call in
            let plain = { document.response(for: call.request) }
            guard let id = (try? Query(call.request.query))?["puzzle"],
                let requester = try? call.requester(.store), (try? call.charge(.addressEdit)) != nil
            else { return .answer(plain()) }
            call.world.store.puzzle(id, for: requester) { found in
                guard case .success(let stored?) = found, let puzzle = stored.puzzle else {
                    return call.pending.send(plain())
                }
                let tags = preview(of: puzzle, call, pictures).tags(for: call)
                call.pending.send(template.response(with: tags, to: call.request))
            }
            return .later
        }
    }

    private static func preview(of puzzle: Puzzle, _ call: Call, _ pictures: Set<String>) -> LinkPreview {
        let credits = PuzzleCredits(puzzle.metadata.values)
        let rules = call.world.rules.all.first {
            ($0 as? any HiddenAnswerRules.Type).map { $0.puzzleOption != nil } ?? false
        }
        return LinkPreview(
            title: credits?.title ?? "A puzzle to solve",
            description: [credits?.sentence, rules?.info.summary].compactMap(\.self).joined(separator: " "),
            picture: rules.map { picture(of: $0.name, pictures) } ?? LinkPreview.unknown.picture)
    }

    /// The page of a challenge, with a preview that names its maker.
    private static func challenge(_ document: StaticFile, _ pictures: Set<String>) -> Route {
        let template = PageTemplate(document)
        return Route(.get, "/c/{challenge}", cost: .addressEdit) { call in
            guard let id = ChallengeID(call.parameters["challenge"] ?? "") else {
                throw Problem.noSuchChallenge
            }
            let requester = try call.requester(.store)
            call.world.challenges.find(id, for: requester) { found in
                let challenge: LiveGame
                do throws(Problem) { challenge = try found.get() } catch {
                    return call.finish(.failure(error))
                }
                let maker = [challenge.setup.host].compactMap(\.self)
                call.world.players.store.names(of: maker, for: requester) { names in
                    let name = (try? names.get())?.values.first?.text
                    let tags = preview(of: challenge, by: name, call, pictures).tags(for: call)
                    call.finish(.success(template.response(with: tags, to: call.request)))
                }
            }
            return .later
        }
    }

    private static func preview(
        of challenge: LiveGame, by maker: String?, _ call: Call, _ pictures: Set<String>
    ) -> LinkPreview {
        let rules = (try? challenge.challengeTask)?.rules ?? ""
        let info = call.world.rules[rules]?.info
        let subject = challenge.setup.title?.text ?? info?.title ?? rules
        return LinkPreview(
            title: maker.map { "\($0) challenges you: \(subject)" } ?? subject,
            description: info?.summary ?? "", picture: picture(of: rules, pictures))
    }

    private static func today(_ call: Call, _ pictures: Set<String>) throws -> LinkPreview {
        guard let rules = call.parameters["rules"], let type = call.world.rules[rules] as? any DailyRules.Type
        else { throw Problem.noDaily }
        return LinkPreview(
            title: "Today’s game: \(type.info.title)", description: type.info.summary,
            picture: picture(of: rules, pictures))
    }

    private static func make(_ pictures: Set<String>) -> LinkPreview {
        LinkPreview(
            title: "Make a puzzle", description: "Make a 5x5 crossword, and send it as a link.",
            picture: picture(of: "mini", pictures))
    }

    /// The page about the API; its curl lines contain the address at which the client has opened it.
    private static func documentation(_ document: StaticFile) -> Route {
        let template = PageTemplate(
            document, replacing: "http://localhost:8080", limit: Settings.preparedDocumentations)
        return Route(.get, "/docs", cost: .free) { call in
            guard let site = call.site else { return .answer(document.response(for: call.request)) }
            let address = Markup.escaped(site)
            if !template.keeps(address) {
                try call.world.limits.chargeEdits(Settings.documentationEdits, to: call.client)
            }
            return .answer(template.response(with: address, to: call.request))
        }
    }

    /// The general picture of games with these rules.
    private static func picture(of rules: String, _ pictures: Set<String>) -> String {
        let own = "/previews/\(rules).png"
        return pictures.contains(own) ? own : LinkPreview.unknown.picture
    }
}

/// The title and the author of an uploaded puzzle, visible to everybody who may see its clues.
private struct PuzzleCredits {
    let title: String?
    private let author: String?

    /// The credits in a game's JSON, as people without a seat see it.
    init?(of state: GameState) {
        guard let puzzle = try? state.rules.fields(of: state, for: nil).group("puzzle") else { return nil }
        self.init(puzzle)
    }

    init?(_ about: Parameters) {
        let filled = { (name: String) in (try? about.text(name)).flatMap { $0.isEmpty ? nil : $0 } }
        (title, author) = (filled("title"), filled("author"))
        if title == nil, author == nil { return nil }
    }

    var sentence: String? {
        author.map { author in title.map { "“\($0)” by \(author)." } ?? "By \(author)." }
    }
}

/// The preview that other sites show beside a link to a page, as tags of the Open Graph protocol.
struct LinkPreview {
    /// The preview for an unknown address, and for a game or room about which nothing may be revealed.
    static let unknown = LinkPreview(
        title: "FiveByFive", description: "Word games on a 5x5 grid, played together.",
        picture: "/previews/game.png", isKnown: false)

    let title: String
    let description: String
    /// The path of a PNG.
    let picture: String
    /// Whether the tags contain the page's own address.
    ///
    /// One document serves all unknown addresses, so that invented addresses cost no compression.
    var isKnown = true

    /// The tags as HTML, with absolute addresses under the host of the request, which the server has accepted.
    func tags(for call: Call) -> String {
        let site = call.site
        var tags = [
            ("title", title), ("description", description),
            ("image", (site ?? call.world.settings.basePath.text) + picture),
        ]
        if let site, isKnown { tags.append(("url", site + call.request.path)) }
        return tags.map { "<meta property=\"og:\($0)\" content=\"\(Markup.escaped($1))\">\n" }.joined()
    }
}

extension Call {
    /// The address of the site, such as `https://five.example/games`; nil for a request of HTTP/1.0 without a host.
    fileprivate var site: String? {
        guard !request.authority.isEmpty else { return nil }
        let port = (request.header("host") ?? "").lowercased()
        let host = port.hasPrefix(request.authority + ":") ? port : request.authority
        // A proxy that ends TLS names the scheme; what a client writes here concerns its own response only.
        let scheme = request.header("x-forwarded-proto") == "https" ? "https" : world.settings.scheme
        return scheme + "://" + host + world.settings.basePath.text
    }
}
