import EventIO
import GameCore
import GameJSON
import GameStore

/// A document of the page with a part that depends on the request.
final class PageTemplate {
    private let limit: Int
    private let make: (String) -> StaticFile
    /// The documents made so far, by their texts, so that each is compressed once.
    private var pages: [String: StaticFile] = [:]

    /// A document that takes tags at the end of its head.
    init(_ document: StaticFile) {
        limit = Settings.preparedPages
        make = { document.adding($0, before: "</head>") }
    }

    /// A document that takes a text in place of each `placeholder`.
    ///
    /// - Parameter limit: The maximum number of documents to keep.
    init(_ document: StaticFile, replacing placeholder: String, limit: Int) {
        self.limit = limit
        make = { document.replacing(placeholder, with: $0) }
    }

    /// Whether the document with `text` is kept, so that its response costs little.
    func keeps(_ text: String) -> Bool { pages[text] != nil }

    /// The document with `text`, in the coding that `request` accepts.
    ///
    /// - Parameter isConditional: Whether the answer may be 304.
    func response(with text: String, to request: HTTPRequest, isConditional: Bool = true) -> HTTPResponse {
        page(text).response(for: request, isConditional: isConditional)
    }

    private func page(_ text: String) -> StaticFile {
        if let page = pages[text] { return page }
        let page = make(text)
        if pages.count >= limit { pages.removeAll() }
        pages[text] = page
        return page
    }
}
