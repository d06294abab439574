import EventIO
import Foundation

/// The files of the page: a fixed table that is read once at start, so that no path can lead anywhere else.
struct StaticFiles {
    /// The route of each file.
    ///
    /// The first page also stands at `/`, and the page of a game at `/g/{id}`, the link that people share.
    let routes: [Route]
    private let files: [String: StaticFile]

    /// Lets every loop answer for the files by itself.
    func publish(in documents: PublishedDocuments) {
        for (path, file) in files { documents.publish(file, at: path) }
    }

    /// Reads every file below `folder`.
    ///
    /// - Throws: `StaticFolderError`, naming the file, when one cannot be read or is too large.
    init(folder: URL) throws {
        let keys: [URLResourceKey] = [.isRegularFileKey]
        let root = folder.resolvingSymlinksInPath().path
        let found = FileManager.default.enumerator(
            at: URL(filePath: root), includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
        var files: [String: StaticFile] = [:]
        var total = 0
        while let url = found?.nextObject() as? URL {
            guard try url.resourceValues(forKeys: Set(keys)).isRegularFile == true else { continue }
            let file = try Self.read(url)
            total += file.count
            guard total <= Settings.staticFolderBytes else {
                throw StaticFolderError(path: root, reason: "too large")
            }
            files[String(url.path.dropFirst(root.count))] = file
        }
        files["/"] = files["/index.html"]
        files["/g/{id}"] = files["/game.html"] ?? files["/index.html"]
        self.files = files
        routes = files.map { pattern, file in
            Route(pattern, [.get: { call in .answer(file.choose(for: call.request)) }])
        }
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

    private static func read(_ url: URL) throws -> StaticFile {
        guard let data = try? Data(contentsOf: url) else {
            throw StaticFolderError(path: url.path, reason: "cannot be read")
        }
        guard data.count <= Settings.staticFileBytes else {
            throw StaticFolderError(path: url.path, reason: "larger than \(Settings.staticFileBytes) bytes")
        }
        let plain = Array(data)
        let type = types[url.pathExtension.lowercased()] ?? "application/octet-stream"
        return StaticFile(type: type, bytes: plain)
    }

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
