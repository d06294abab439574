import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer import`: games that were exported elsewhere.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read games from JSON, one document a line, as export writes them.",
        discussion: """
            The server must be stopped; to a running one, post the document to /games/import. A game keeps \
            its id unless that is taken. A line that cannot be right is reported by its number; the others \
            are read.
            """)

    @Argument(help: "The file to read.")
    var file: String
    @OptionGroup var data: DataOptions

    func run() throws {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw StoreRefusal("“\(file)” cannot be read.")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let stored = try StoredGames(folder: data.folder, isMade: true)
        var bar = ProgressBar("importing")
        var refused: [String] = []
        for (place, line) in lines.enumerated() {
            do {
                let id = try stored.add(line: String(line))
                if lines.count <= 20 { print("\(id)") }
            } catch {
                refused.append("line \(place + 1): \(StoreFailure(error).reason)")
            }
            bar.show(place + 1, of: lines.count)
        }
        bar.end()
        for reason in refused { print(reason) }
        print("\(lines.count - refused.count) of \(lines.count) games imported")
        if !refused.isEmpty { throw ExitCode.failure }
    }
}
