import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The options that all commands on stored games share.
struct DataOptions: ParsableArguments {
    /// Where the Debian package keeps games.
    private static let installed = "/var/lib/fivebyfive"

    /// The folder without `--data`: `data` here, or else that of the installed package.
    static var usual: String {
        let files = FileManager.default
        return !files.fileExists(atPath: "data") && files.fileExists(atPath: installed) ? installed : "data"
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
            guard access(folder, X_OK) == 0 || errno != EACCES else {
                throw StoreRefusal("“\(folder)” is private to its owner: run this command by sudo.")
            }
            return ControlClient(DataFolder.control(in: folder))
        }
    }
}
