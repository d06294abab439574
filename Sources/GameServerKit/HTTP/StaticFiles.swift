import CZlib
import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// The web page's files, read once at startup, so that no request path ever reaches the file system.
struct StaticFiles {
    /// The route of each file; `index.html` is also at `/`.
    let routes: [Route]
    private let files: [String: StaticFile]

    func publish(in documents: PublishedDocuments) {
        for (path, file) in files where path != "/" { documents.publish(file, at: path) }
        if let home = files["/"] { documents.publish(HomeDocument(file: home), at: "/") }
    }

    /// The rules for which the folders that are added to the page's have a module, `js/games/NAME/game.js`.
    let modules: Set<String>

    /// Reads all files below `folders`, except hidden ones; a file replaces one of an earlier folder.
    ///
    /// - Parameters:
    ///   - folders: The page's, then those that are added to it.
    ///   - rules: The home page has links to their games of the day.
    ///   - base: The path before links in HTML and in the manifest.
    ///   - frameAncestors: The origins whose pages may embed the page.
    ///   - hasStyleGuide: Whether the page's style guide is served, at `/styleguide`.
    /// - Throws: `StaticFolderError` if a file cannot be read or is too large.
    init(
        folders: [URL], rules: RuleCatalog, base: BasePath = .root, frameAncestors: [String] = [],
        hasStyleGuide: Bool = false
    ) throws {
        var files: [String: StaticFile] = [:]
        var modules: Set<String> = []
        var total = 0
        for (number, folder) in folders.enumerated() {
            let root = folder.resolvingSymlinksInPath().path
            for path in try Self.paths(below: root) where hasStyleGuide || !path.hasPrefix("/styleguide/") {
                let file = try Self.read(root + path, base, frameAncestors)
                total += file.count
                guard total <= Settings.staticFolderBytes else {
                    throw StaticFolderError(path: root, reason: "too large")
                }
                files[path] = file
                if number > 0, let name = path.wholeMatch(of: /\/js\/games\/([a-z]+)\/game\.js/)?.1 {
                    modules.insert(String(name))
                }
            }
        }
        let links = Pages.linksToToday(rules, base)
        files["/index.html"] = files["/index.html"]?.adding(links, before: "<!-- today -->")
        files["/"] = files["/index.html"]
        files["/styleguide"] = files["/styleguide/index.html"]
        (self.files, self.modules) = (files, modules)
        routes =
            files.filter { $0.key != "/" }.map { pattern, file in
                Route(.get, pattern, cost: .free) { call in .answer(file.response(for: call.request)) }
            } + Pages.routes(files)
    }

    /// The files below `root`, each with a slash before it, except hidden ones.
    ///
    /// The page does not use the packs, which are larger than all other files together.
    private static func paths(below root: String) throws -> [String] {
        guard let found = try? FileManager.default.subpathsOfDirectory(atPath: root) else {
            throw StaticFolderError(path: root, reason: "cannot be read")
        }
        return found.map { "/" + $0 }.filter { path in
            !path.contains("/.") && !path.hasPrefix("/packs/") && isRegular(root + path)
        }
    }

    /// The folder of the page: the last named one, or else the first of ``defaultFolders``, with `index.html`.
    nonisolated static func pageFolder(among names: [String]) -> URL? {
        names.map { URL(filePath: $0) }.last(where: isPage) ?? defaultFolders.first(where: isPage)
    }

    /// The folder of the page, then the named ones that add files to it; nil if there is no page.
    nonisolated static func folders(named names: [String]) -> [URL]? {
        pageFolder(among: names).map { page in
            [page] + names.map { URL(filePath: $0) }.filter { !isPage($0) }
        }
    }

    private nonisolated static func isPage(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "index.html").path)
    }

    /// `static` in the working directory, beside the program, where it is built, and where packages put it.
    private nonisolated static var defaultFolders: [URL] {
        // Not the first argument, which has no folder if a shell has found the program.
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let besideProgram = ["static", "../../../static", "../share/fivebyfive/static"].map {
            program.appending(path: $0).standardizedFileURL
        }
        return [URL(filePath: "static")] + besideProgram + [URL(filePath: "/usr/share/fivebyfive/static")]
    }

    /// False for folders, links and devices.
    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func read(
        _ path: String, _ base: BasePath, _ frameAncestors: [String]
    ) throws -> StaticFile {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StaticFolderError(path: path, reason: "cannot be read")
        }
        guard data.count <= Settings.staticFileBytes else {
            throw StaticFolderError(path: path, reason: "larger than \(Settings.staticFileBytes) bytes")
        }
        let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        let type = types[ending] ?? "application/octet-stream"
        let bytes = base.added(to: PageSource.compacted(Array(data), type: type), type: type)
        return StaticFile(type: type, bytes: bytes, frameAncestors: frameAncestors)
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8",
        "tsv": "text/tab-separated-values; charset=utf-8",
        "webmanifest": "application/manifest+json",
    ]
}

/// The reason why the page cannot be served.
struct StaticFolderError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
}

/// One file of the page, with its prepared responses.
nonisolated final class StaticFile: PublishedDocument {
    private let type: String
    private let frameAncestors: [String]
    /// Keeps foreign scripts out of the page, and the page out of foreign frames.
    private let page: [(name: String, value: String)]
    private let plain: HTTPResponse
    private let tag: String
    /// The response with gzip, made on first use; the plain one if compression gains little.
    private let compressed = Locked<HTTPResponse?>(nil)

    init(type: String, bytes: [UInt8], frameAncestors: [String] = []) {
        self.type = type
        self.frameAncestors = frameAncestors
        page = Self.page(frameAncestors)
        tag = Digest(bytes).shortHex
        plain = Self.makeResponse(type, bytes, page, tag: "\"\(tag)\"", coding: nil)
    }

    /// The uncompressed size in bytes.
    var count: Int { plain.body.count }

    /// The same file with `markup` before the first `tag`; a file without that tag stays as it is.
    func adding(_ markup: String, before tag: String) -> StaticFile {
        guard let place = plain.body.firstRange(of: Array(tag.utf8))?.lowerBound else { return self }
        let bytes = plain.body[..<place] + Array(markup.utf8) + plain.body[place...]
        return StaticFile(type: type, bytes: Array(bytes), frameAncestors: frameAncestors)
    }

    /// The same file with `replacement` for every `text`.
    func replacing(_ text: String, with replacement: String) -> StaticFile {
        let content = String(decoding: plain.body, as: UTF8.self).replacing(text, with: replacement)
        return StaticFile(type: type, bytes: Array(content.utf8), frameAncestors: frameAncestors)
    }

    func answer(to request: HTTPRequest) -> HTTPResponse? { response(for: request) }

    /// The file in the coding that `request` accepts, or 304 if the client has it already.
    ///
    /// - Parameter isConditional: Whether the answer may be 304; an answer that may not be has no tag.
    func response(for request: HTTPRequest, isConditional: Bool = true) -> HTTPResponse {
        let codings = request.header("accept-encoding") ?? ""
        let wantsGzip = !codings.isEmpty && Accept.choose(codings, from: ["gzip"]) != nil
        let chosen = wantsGzip ? compress() : plain
        guard isConditional else {
            return HTTPResponse(
                status: 200, headers: chosen.headers.filter { $0.name != "ETag" }, body: chosen.body)
        }
        let tag = chosen.headers.first { $0.name == "ETag" }?.value ?? ""
        guard let known = request.header("if-none-match"), EntityTags.weaklyMatch(known, tag) else {
            return chosen
        }
        return HTTPResponse(status: 304, headers: chosen.headers.filter { $0.name != "Content-Type" })
    }

    private func compress() -> HTTPResponse {
        compressed.withLock { compressed in
            if let compressed { return compressed }
            var answer = plain
            if let gzip = Gzip.compress(plain.body), gzip.count < plain.body.count * 9 / 10 {
                answer = Self.makeResponse(type, gzip, page, tag: "\"\(tag)-gzip\"", coding: "gzip")
            }
            compressed = answer
            return answer
        }
    }

    private static func makeResponse(
        _ type: String, _ body: [UInt8], _ page: [(name: String, value: String)], tag: String, coding: String?
    ) -> HTTPResponse {
        var headers = [
            (name: "Content-Type", value: type), ("ETag", tag), ("Cache-Control", "no-cache"),
            ("Vary", "Accept-Encoding"),
        ]
        if let coding { headers.append(("Content-Encoding", coding)) }
        return HTTPResponse(status: 200, headers: headers + page + Reply.security, body: body)
            .preparedForReuse()
    }

    private static func page(_ frameAncestors: [String]) -> [(name: String, value: String)] {
        let ancestors = frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " ")
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
            connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors \(ancestors); require-trusted-types-for 'script'
            """
        return [
            ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
        ]
    }
}

/// The home page, except under links with a query, which can have a preview.
private nonisolated struct HomeDocument: PublishedDocument {
    let file: StaticFile

    func answer(to request: HTTPRequest) -> HTTPResponse? {
        request.query == nil ? file.response(for: request) : nil
    }
}

/// Gzip compression by zlib.
nonisolated enum Gzip {
    /// The compressed bytes; nil if zlib fails.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard fbf_gzip_init(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let result = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
