import EventIO
import GameCore
import GameJSON
import GameStore

/// A document of the page whose head takes tags that depend on the address.
final class PageTemplate {
    private let document: StaticFile
    /// The documents made so far, by their tags, so that each is compressed once.
    private var pages: [String: StaticFile] = [:]

    init(_ document: StaticFile) {
        self.document = document
    }

    /// The document with `tags` at the end of its head, in the coding that `request` accepts.
    ///
    /// - Parameter isConditional: Whether the answer may be 304.
    func response(with tags: String, to request: HTTPRequest, isConditional: Bool = true) -> HTTPResponse {
        page(tags).response(for: request, isConditional: isConditional)
    }

    private func page(_ tags: String) -> StaticFile {
        if let page = pages[tags] { return page }
        let page = document.adding(tags, before: "</head>")
        if pages.count >= Settings.preparedPages { pages.removeAll() }
        pages[tags] = page
        return page
    }
}
