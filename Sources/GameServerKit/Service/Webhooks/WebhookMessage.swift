import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// The table of a room's day as a message.
nonisolated struct WebhookMessage {
    /// One game of the day and its results.
    struct Section {
        let title: String
        let lines: [String]
    }

    /// The title of the room and the day.
    let title: String
    /// The games that somebody has finished, then the week.
    let sections: [Section]

    /// The message about the table of `results`; nil for a day on which nobody has finished a game.
    init?(_ results: DayResults, room: String, titles: (String) -> String) {
        var sections = results.rules.compactMap { rules in
            let lines = results.finished(in: rules).map(Self.line)
            let board = GameSetup.rulesAndPack(ofLeaderboard: rules)
            let pack = board.pack.map { " (\($0))" } ?? ""
            return lines.isEmpty ? nil : Section(title: titles(board.rules) + pack, lines: lines)
        }
        guard !sections.isEmpty else { return nil }
        let week = results.week.enumerated().map { index, row in
            "\(index + 1). \(row.name): \(Self.count(row.points, "point")), \(Self.count(row.wins, "win"))"
        }
        if !week.isEmpty { sections.append(Section(title: "These seven days", lines: week)) }
        (title, self.sections) = ("\(room), \(results.day)", sections)
    }

    private static func line(_ row: DayResults.Finished) -> String {
        let standing = row.standing
        var parts: [String] = []
        if !standing.isSolved { parts.append("not solved") }
        if let score = standing.score { parts.append(count(score, "point")) }
        if let guesses = standing.guesses { parts.append(count(guesses, "guess", "guesses")) }
        parts.append(clock(standing.elapsed))
        if standing.isAssisted { parts.append("with help") }
        return (row.rank.map { "\($0). " } ?? "– ") + "\(row.name): " + parts.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) " + (number == 1 ? one : many ?? one + "s")
    }

    /// A time such as 0:42 or 1:02:03.
    private static func clock(_ time: Duration) -> String {
        let seconds = Int(time.components.seconds)
        let rest = String(format: "%02d:%02d", seconds / 60 % 60, seconds % 60)
        if seconds >= 3600 { return "\(seconds / 3600):\(rest)" }
        return rest.hasPrefix("0") ? String(rest.dropFirst()) : rest
    }

    // MARK: Text

    /// The message in at most `limit` UTF-16 units; lines that do not fit are replaced by their number.
    func text(limit: Int, escaping: (String) -> String) -> String {
        let lines = [title] + sections.flatMap { ["", $0.title] + $0.lines }
        let reserve = 40
        var (text, kept) = ("", 0)
        for line in lines {
            let longer = text + (kept == 0 ? "" : "\n") + escaping(line)
            guard longer.utf16.count <= limit - reserve else { break }
            (text, kept) = (longer, kept + 1)
        }
        let more = lines.dropFirst(kept).count { !$0.isEmpty }
        return more == 0 ? text : text + "\n" + escaping("and \(Self.count(more, "more line"))")
    }

    /// Escapes each character that could begin or end Markdown, a link or a mention with a backslash.
    static func escapedForDiscord(_ text: String) -> String {
        String(
            text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { escaped, scalar in
                let isSign =
                    scalar.isASCII && !scalar.properties.isAlphabetic && scalar != " "
                    && !("0"..."9").contains(scalar)
                if isSign { escaped.append("\\") }
                escaped.append(scalar)
            })
    }

    /// Escapes the three control characters of Slack as entities; its formatting is switched off.
    static func escapedForSlack(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    // MARK: Requests

    /// The maximum length of a message in UTF-16 units; Discord accepts 2,000 characters, and the others more
    /// than is useful.
    private static func limit(_ shape: RoomWebhook.Shape) -> Int { shape == .discord ? 2000 : 4000 }

    /// The body in the form of `shape`, which mentions nobody whatever the names are.
    func body(_ shape: RoomWebhook.Shape) -> [UInt8] {
        JSONWriter.object { json in
            switch shape {
            case .discord:
                json.field("content", text(limit: Self.limit(shape), escaping: Self.escapedForDiscord))
                json.object("allowed_mentions") { json in
                    json.array("parse", [String]()) { json, kind in json.value(kind) }
                }
                // No previews of links.
                json.field("flags", 4)
            case .slack:
                json.field("text", text(limit: Self.limit(shape), escaping: Self.escapedForSlack))
                json.field("mrkdwn", false)
                json.field("unfurl_links", false)
                json.field("unfurl_media", false)
            case .matrix:
                json.field("msgtype", "m.text")
                json.field("body", text(limit: Self.limit(shape)) { $0 })
                json.object("m.mentions") { _ in }
            }
        }
    }

    /// The request that posts the message; nil for a URL that is invalid.
    ///
    /// - Parameter transaction: A name of the room and day, by which Matrix recognises a repeated message.
    func request(to target: RoomWebhook.Target, transaction: String) -> HTTPClient.Request? {
        guard let url = OutgoingTarget(target.url) else { return nil }
        var headers = [
            (name: "Content-Type", value: "application/json; charset=utf-8"),
            (name: "User-Agent", value: "FiveByFive"),
        ]
        if let token = target.token { headers.append(("Authorization", "Bearer \(token)")) }
        let isMatrix = target.shape == .matrix
        return HTTPClient.Request(
            isMatrix ? "PUT" : "POST", isMatrix ? url.appending(transaction) : url, headers: headers,
            body: body(target.shape))
    }
}
