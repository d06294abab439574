import EventIO
import GameCore
import GameJSON
import GameStore

/// Refusals as pages for people who have opened an address in a browser.
nonisolated enum ErrorPage {
    /// `response`, or the same refusal as a page if it is a problem document and `request` prefers HTML.
    ///
    /// - Parameter base: The path before links to the page.
    static func replacing(
        _ response: HTTPResponse, for request: HTTPRequest, base: BasePath = .root
    ) -> HTTPResponse {
        guard let type = response.headers.firstIndex(where: { $0.name == "Content-Type" }),
            response.headers[type].value == Problem.mediaType, Accept.prefersHTML(request),
            case .object(let problem) = JSONValue(parsing: String(decoding: response.body, as: UTF8.self)),
            case .text(let title) = problem["title"], case .text(let detail) = problem["detail"]
        else { return response }
        var headers = response.headers
        headers[type].value = "text/html; charset=utf-8"
        // A link to the home page does not help if that page was refused, or if the host name is wrong.
        let leadsHome = response.status != 421 && request.path != "/"
        let home = leadsHome ? "<p><a href=\"\(base.text)/\">Go to the home page</a></p>\n" : ""
        let start = Array(start(Markup.escaped(title), Markup.escaped(detail), home, base.text).utf8)
        var page = HTTPResponse(
            status: response.status, headers: headers + policy, body: start + Array(end.utf8))
        page.requestIDOffset = start.count
        return page
    }

    private static let policy = [
        (
            name: "Content-Security-Policy",
            value: """
            default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'
            """
        ),
        ("Referrer-Policy", "no-referrer"),
    ]

    /// The page up to the id of the request, which the connection inserts.
    private static func start(_ title: String, _ detail: String, _ home: String, _ base: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) · FiveByFive</title>
        <link rel="icon" href="\(base)/favicon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="\(base)/style.css">
        </head>
        <body>
        <header>
        <a class="brand" href="\(base)/">
        <img src="\(base)/favicon.svg" alt="" width="28" height="28">FiveByFive</a>
        </header>
        <main class="refusal">
        <h1>\(title)</h1>
        <p>\(detail)</p>
        \(home)<p><small>Request <code>
        """
    }

    private static let end = """
        </code></small></p>
        </main>
        </body>
        </html>

        """
}
