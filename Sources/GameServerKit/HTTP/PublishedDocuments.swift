import EventIO
import GameCore
import GameJSON
import GameStore

/// An answer that needs nothing of the game world: whichever loop gets the request gives it by itself.
nonisolated protocol PublishedDocument: Sendable {
    /// What `request`, a GET or HEAD of this document's address, gets; nil when the game world must decide.
    ///
    /// Any thread.
    func answer(to request: HTTPRequest) -> HTTPResponse?
}

/// The documents that every loop answers by itself, by their path: files of the page and boards that
/// everybody may see.
///
/// Any thread; a look-up holds a lock for as long as a dictionary takes.
nonisolated final class PublishedDocuments: Sendable {
    private let documents = Locked<[String: any PublishedDocument]>([:])

    /// A table without documents.
    init() {}

    /// From now on `document` stands at `path`, spelt exactly so.
    func publish(_ document: some PublishedDocument, at path: String) {
        documents.withLock { $0[path] = document }
    }

    /// The document at `path` is for the game world alone again.
    func withdraw(_ path: String) {
        documents.withLock { $0[path] = nil }
    }

    /// The answer to `request`, if one of the documents has it.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get || request.method == .head else { return nil }
        let document = documents.withLock { $0[request.path] }
        return document?.answer(to: request)
    }
}
