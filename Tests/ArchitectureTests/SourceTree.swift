import Foundation

/// The checked-out repository, located from the path of this file.
enum SourceTree {
    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift source below `Sources`, in the order of paths; read once for all rules.
    static func sources() throws -> [SourceFile] {
        try readSources.get()
    }

    /// Every Swift source below `folder`, a path from the root.
    static func swiftFiles(below folder: String) throws -> [SourceFile] {
        try files(below: folder, ending: ".swift")
    }

    /// Every file below `folder` whose name ends in `suffix`.
    static func files(below folder: String, ending suffix: String) throws -> [SourceFile] {
        try paths(below: folder, ending: suffix).map { path in
            SourceFile(path: path, text: try text(of: path))
        }
    }

    /// The text of the file at `path`, a path from the root.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static let readSources = Result { try swiftFiles(below: "Sources") }

    /// The paths of the files below `folder` whose names end in `suffix`.
    static func paths(below folder: String, ending suffix: String) throws -> [String] {
        let start = root.appending(path: folder).resolvingSymlinksInPath()
        return try FileManager.default.subpathsOfDirectory(atPath: start.path).sorted()
            .filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    }
}
