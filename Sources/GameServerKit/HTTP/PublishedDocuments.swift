import EventIO
import GameCore
import GameJSON
import GameStore

/// A document that any loop can serve without the main actor.
nonisolated protocol PublishedDocument: Sendable {
    /// The answer to `request`, a GET or HEAD of this document's path; nil if the main actor must answer it.
    ///
    /// Called on any thread.
    func answer(to request: HTTPRequest) -> HTTPResponse?
}

/// The published documents by path: the page's files and the boards that everybody may see.
///
/// All methods may be called on any thread; a lock is held only for the dictionary access.
nonisolated final class PublishedDocuments: Sendable {
    private let documents = Locked<[String: any PublishedDocument]>([:])

    /// Publishes `document` at `path`, which is compared without decoding.
    func publish(_ document: some PublishedDocument, at path: String) {
        documents.withLock { $0[path] = document }
    }

    /// The pattern of the route that `path`, a path with a document, has on the main actor.
    static func pattern(of path: String) -> String {
        path.hasPrefix("/games/") ? "/games/{id}/board" : path
    }

    func withdraw(_ path: String) {
        documents.withLock { $0[path] = nil }
    }

    /// The answer to `request`; nil if the main actor must answer it.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get || request.method == .head else { return nil }
        let document = documents.withLock { $0[request.path] }
        return document?.answer(to: request)
    }
}
