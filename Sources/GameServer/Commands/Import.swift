import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add games from JSON, one document per line, as written by export.",
        discussion: """
            The server must be stopped; with a running server, post each document to /games/import. A game \
            keeps its id unless the id is taken. A game that is there already, with the same journal, is \
            skipped, so an import can be repeated. Invalid lines are reported by number and skipped.
            """)

    @Argument(help: "The file to read.")
    var file: String
    @OptionGroup var data: DataOptions

    func run() throws {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw StoreRefusal("“\(file)” cannot be read.")
        }
        try onMainActor { try report(add(String(decoding: bytes, as: UTF8.self))) }
    }

    @MainActor private func report(_ documents: DocumentArchive) throws {
        for (line, reason) in documents.refused { print("line \(line): \(reason)") }
        let present = documents.present.isEmpty ? "" : ", \(documents.present.count) were there already"
        print("\(documents.games().count) of \(documents.lineCount) games imported\(present)")
        if !documents.refused.isEmpty { throw ExitCode.failure }
    }

    /// Adds the games in `text`, and prints their ids unless there are many.
    @MainActor private func add(_ text: String) throws -> DocumentArchive {
        let target = try SQLiteArchive(data.folder, .registered, createIfMissing: true)
        var bar = ProgressBar("reading")
        let source = try DocumentArchive(
            reading: text, named: file, .registered, at: target.now, for: target
        ) {
            bar.show($0, of: $1)
        }
        bar.end()
        bar = ProgressBar("importing")
        defer { bar.end() }
        do {
            let copy = try ArchiveCopy(from: source, to: target, rules: .registered)
            try target.beginAdding()
            try copy.copy { bar.show($0, of: $1) }
            try target.finish(at: copy.lastActive)
        } catch {
            throw StoreRefusal("Not imported: \(StoreFailure(error).fullDescription) \(target.abort())")
        }
        if source.lineCount <= 20 { for game in source.games() { print("\(game.id)") } }
        return source
    }
}
