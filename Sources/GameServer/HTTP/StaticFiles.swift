import EventIO
import Foundation

/// The files of the page: a fixed table that is read once at start, so that no path can lead anywhere else.
struct StaticFiles {
    /// One file, ready to be sent.
    private struct File {
        let type: String
        let plain: [UInt8]
        let tag: String
    }

    /// A file as it is sent to who takes gzip: compressed when somebody first asks for it, not at start.
    private final class Compressed {
        private let file: File

        init(_ file: File) {
            self.file = file
        }

        /// nil where compression gains nothing.
        private(set) lazy var response: HTTPResponse? = {
            guard let gzip = Gzip.compress(file.plain), gzip.count < file.plain.count * 9 / 10 else {
                return nil
            }
            return StaticFiles.response(file, gzip, tag: "\"\(file.tag)-gzip\"", coding: "gzip")
        }()
    }

    /// The route of each file.
    ///
    /// The first page also stands at `/`, and the page of a game at `/g/{id}`, the link that people share.
    let routes: [Route]

    /// Reads every file below `folder`.
    ///
    /// - Throws: `StaticFolderError`, naming the file, when one cannot be read or is too large.
    init(folder: URL) throws {
        let keys: [URLResourceKey] = [.isRegularFileKey]
        let root = folder.resolvingSymlinksInPath().path
        let found = FileManager.default.enumerator(
            at: URL(filePath: root), includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
        var files: [String: File] = [:]
        var total = 0
        while let url = found?.nextObject() as? URL {
            guard try url.resourceValues(forKeys: Set(keys)).isRegularFile == true else { continue }
            let file = try Self.read(url)
            total += file.plain.count
            guard total <= Settings.staticFolderBytes else {
                throw StaticFolderError(path: root, reason: "too large")
            }
            files[String(url.path.dropFirst(root.count))] = file
        }
        files["/"] = files["/index.html"]
        files["/g/{id}"] = files["/game.html"] ?? files["/index.html"]
        routes = files.map(Self.route)
    }

    /// The folder to serve: the one that was named, else `static` here or beside the program.
    nonisolated static func folder(named name: String?) -> URL? {
        let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let candidates =
            name.map { [URL(filePath: $0)] } ?? [
                URL(filePath: "static"), program.appending(path: "static"),
                program.appending(path: "../../../static").standardizedFileURL,
            ]
        return candidates.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "index.html").path)
        }
    }

    private static func read(_ url: URL) throws -> File {
        guard let data = try? Data(contentsOf: url) else {
            throw StaticFolderError(path: url.path, reason: "cannot be read")
        }
        guard data.count <= Settings.staticFileBytes else {
            throw StaticFolderError(path: url.path, reason: "larger than \(Settings.staticFileBytes) bytes")
        }
        let plain = Array(data)
        let type = types[url.pathExtension.lowercased()] ?? "application/octet-stream"
        return File(type: type, plain: plain, tag: Digest(plain).shortHex)
    }

    private static func route(_ pattern: String, _ file: File) -> Route {
        let plain = response(file, file.plain, tag: "\"\(file.tag)\"", coding: nil)
        let compressed = Compressed(file)
        return Route(pattern, [.get: { call in .answer(choose(call.request, plain, compressed)) }])
    }

    private static func choose(_ request: HTTPRequest, _ plain: HTTPResponse, _ compressed: Compressed)
        -> HTTPResponse
    {
        let codings = request.header("accept-encoding") ?? ""
        let wantsGzip = !codings.isEmpty && Accept.choose(codings, from: ["gzip"]) != nil
        let chosen = wantsGzip ? compressed.response ?? plain : plain
        let tag = chosen.headers.first { $0.name == "ETag" }?.value ?? ""
        guard let known = request.header("if-none-match"), EntityTags.weaklyMatch(known, tag) else {
            return chosen
        }
        return HTTPResponse(status: 304, headers: chosen.headers.filter { $0.name != "Content-Type" })
    }

    private static func response(_ file: File, _ body: [UInt8], tag: String, coding: String?) -> HTTPResponse
    {
        var headers = [
            (name: "Content-Type", value: file.type), ("ETag", tag), ("Cache-Control", "no-cache"),
            ("Vary", "Accept-Encoding"),
        ]
        if let coding { headers.append(("Content-Encoding", coding)) }
        return HTTPResponse(status: 200, headers: headers + page + Reply.security, body: body)
    }

    /// What keeps foreign script out of the page, and the page out of foreign frames.
    private static let page = [
        (
            name: "Content-Security-Policy",
            value: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
            connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'; require-trusted-types-for 'script'
            """
        ),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ]

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8",
        "tsv": "text/tab-separated-values; charset=utf-8",
        "webmanifest": "application/manifest+json",
    ]
}

/// Why the page cannot be served.
struct StaticFolderError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
}
