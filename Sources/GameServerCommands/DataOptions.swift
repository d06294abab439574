import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The options that all commands on stored games share.
struct DataOptions: ParsableArguments {
    private static let variable = "FIVEBYFIVE_DATA"
    /// The data folder and the environment file of the service in the Debian package.
    private static let installed = (folder: "/var/lib/fivebyfive", settings: "/etc/default/fivebyfive")

    /// The folder without `--data`: that of the variable, `data` here, or else that of the installed package.
    static var usual: String {
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return named }
        let files = FileManager.default
        guard !files.fileExists(atPath: "data"), files.fileExists(atPath: installed.folder) else {
            return "data"
        }
        let settings = files.contents(atPath: installed.settings) ?? Data()
        return folder(setIn: String(decoding: settings, as: UTF8.self)) ?? installed.folder
    }

    /// The data folder that a systemd environment file sets last; nil if it sets none.
    static func folder(setIn lines: String) -> String? {
        let values = lines.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 2, parts[0] == variable else { return nil }
            return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
        }
        return values.last.flatMap { $0.isEmpty ? nil : $0 }
    }

    @Option(
        name: .customLong("data"),
        help: "The data folder of the server: data here, or else that of the installed package.")
    var folder = Self.usual

    /// The control socket of the server that uses the folder; nil if none runs.
    ///
    /// - Throws: `StoreRefusal` if the person who runs this command may not read the folder.
    var runningServer: ControlClient? {
        get throws(StoreRefusal) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
            guard !isFolder.boolValue || access(folder, X_OK) == 0 || errno != EACCES else {
                throw StoreRefusal("“\(folder)” is private to its owner: run this command by sudo.")
            }
            return ControlClient(DataFolder.control(in: folder))
        }
    }
}
