import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer export`: games as JSON, for another server or another program.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write one game, or all, as JSON: one document a line, without anybody's secrets.",
        discussion: """
            The server must be stopped; of a running one, get /games/GAME/export. Tokens stay behind; to \
            move everything, seats and all, use backup.
            """)

    @Argument(help: "The id of a game; without one, all games.")
    var game: String?
    @OptionGroup var data: DataOptions
    @Option(help: "The file to write. (default: standard output)")
    var output: String?

    func run() throws {
        let stored = try StoredGames(folder: data.folder)
        let ids = try wanted(stored)
        if let id = ids.first, game != nil, try stored.document(of: id) == nil {
            throw StoreRefusal("There is no game “\(id)”.")
        }
        let file = try outputFile()
        var bar = ProgressBar("exporting")
        for (done, id) in ids.enumerated() {
            let json = try stored.document(of: id)?.json ?? []
            try file.write(contentsOf: Data(json + [UInt8(ascii: "\n")]))
            bar.show(done + 1, of: ids.count)
        }
        bar.end()
    }

    private func wanted(_ stored: StoredGames) throws -> [GameID] {
        guard let game else { return try stored.ids }
        guard let id = GameID(game) else { throw StoreRefusal("“\(game)” is not the id of a game.") }
        return [id]
    }

    private func outputFile() throws -> FileHandle {
        guard let output else { return .standardOutput }
        guard FileManager.default.createFile(atPath: output, contents: nil) else {
            throw StoreRefusal("“\(output)” cannot be written: \(String(cString: strerror(errno)))")
        }
        return try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    }
}
