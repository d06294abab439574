import EventIO

/// The path of a larger site under which the server lives, `--base-path`.
///
/// Requests are accepted with it and without it, because some proxies remove it. Headers of answers contain
/// it.
nonisolated struct BasePath: Sendable {
    static let root = BasePath(unchecked: "")

    /// Starts with a slash and does not end with one; empty at the root of the site.
    let text: String
    var isRoot: Bool { text.isEmpty }

    private init(unchecked text: String) { self.text = text }

    /// Nil unless `text` is like `/five` or `/games/five`: letters, digits, `-`, `.`, `_` and `~`.
    init?(_ text: String) {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > 1, segments[0].isEmpty,
            segments.dropFirst().allSatisfy({ segment in
                !segment.isEmpty && segment != "." && segment != ".."
                    && segment.utf8.allSatisfy(\.isUnreserved)
            })
        else { return nil }
        self.text = text
    }

    /// Removes the base path from the path of the request.
    func remove(from request: inout HTTPRequest) {
        guard !isRoot, request.path.hasPrefix(text + "/") else { return }
        request = request.withPath(String(request.path.dropFirst(text.count)))
    }

    /// Adds the base path to the links in the headers of the response and in a problem document.
    func add(to response: inout HTTPResponse) {
        guard !isRoot else { return }
        for index in response.headers.indices {
            let value = response.headers[index].value
            switch response.headers[index].name {
            case "Location" where value.hasPrefix("/"): response.headers[index].value = text + value
            case "Link" where value.hasPrefix("</"):
                response.headers[index].value = "<" + text + value.dropFirst()
            case "Content-Type" where value == Problem.mediaType:
                response.body.insert(contentsOf: text.utf8, at: Problem.typeOffset)
                response.requestIDOffset = response.requestIDOffset.map { $0 + text.utf8.count }
            default: break
            }
        }
    }

    /// Adds the base path to the links of a file of the page if it is HTML or the manifest.
    func added(to file: [UInt8], type: String) -> [UInt8] {
        guard !isRoot, type.hasPrefix("text/html") || type == "application/manifest+json" else { return file }
        let link = type.hasPrefix("text/html") ? "=\"/" : ": \"/"
        return Array(
            String(decoding: file, as: UTF8.self).replacing(link, with: link.dropLast() + text + "/").utf8)
    }

    /// Sends a browser from `/five` to `/five/`, where relative links lead to the page's files.
    func redirection(of request: HTTPRequest) -> HTTPResponse? {
        guard !isRoot, request.path == text else { return nil }
        return Reply.empty(308, headers: [("Location", text + "/")])
    }
}

extension UInt8 {
    fileprivate nonisolated var isUnreserved: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(self)
        }
    }
}
