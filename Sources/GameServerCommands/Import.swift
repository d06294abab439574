import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add games from documents, as written by export, or bring everything from version 1.0.",
        discussion: """
            The server must be stopped; with a running server, post each document to /games/import.

            A file of documents has one JSON object per line. A game keeps its id unless the id is taken. A \
            game that is there already, with the same journal, is skipped, so an import can be repeated. \
            Invalid lines are reported by number, and then nothing is imported.

            A data folder or backup of version 1.0 is brought whole into a new folder, or an empty Redis: games \
            and rooms with their history and tokens, players with their keys, puzzles and leaderboards. The \
            copy is compared with the source, which is not changed.

              GameServer import games.ndjson
              GameServer export --data other | GameServer import -
              GameServer import data --data new-data
              GameServer import data --store redis://localhost
            """)

    @Argument(help: "A file of documents, “-” for standard input, or a data folder or backup of version 1.0.")
    var source: String
    @OptionGroup var games: ArchiveOptions

    func run() throws {
        if Version1Archive.isAt(source) {
            let interruption = Interruption()
            return try onMainActor { try bring(interruption) }
        }
        guard let bytes = try? documents() else { throw StoreRefusal("“\(source)” cannot be read.") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StoreRefusal("“\(source)” is not text in UTF-8.")
        }
        try onMainActor { try add(text) }
    }

    private func documents() throws -> Data? {
        source == "-"
            ? try FileHandle.standardInput.readToEnd() ?? Data()
            : FileManager.default.contents(atPath: source)
    }

    /// Copies everything from version 1.0 into a new data folder or an empty Redis.
    @MainActor private func bring(_ interruption: Interruption) throws {
        let old = try Version1Archive(source, Program.rules)
        guard !old.isIn(games.data.folder) else {
            throw StoreRefusal("“\(source)” cannot become its own copy: name a new folder with --data.")
        }
        let new = try games.open(toAdd: true)
        do { print("ok: \(try CheckedCopy(interruption).run(from: old, to: new))") } catch {
            throw StoreRefusal("Not imported: \(CheckedCopy.reason(error)) \(new.abort())")
        }
    }

    @MainActor private func report(_ documents: DocumentArchive) {
        let present = documents.present.isEmpty ? "" : ", \(documents.present.count) were there already"
        print("\(documents.games().count) of \(documents.lineCount) games imported\(present)")
    }

    /// Adds the games in `text`, all or none, and prints their ids unless there are many.
    @MainActor private func add(_ text: String) throws {
        let target = try games.open(toAdd: true)
        var bar = ProgressBar("reading")
        let documents = try DocumentArchive(
            reading: text, named: source, Program.rules, at: try target.now, for: target
        ) {
            bar.show($0, of: $1)
        }
        bar.end()
        guard documents.refused.isEmpty else {
            for (line, reason) in documents.refused { print("line \(line): \(reason)") }
            let count = documents.refused.count
            let them = count == 1 ? "that line" : "those lines"
            throw StoreRefusal("Nothing was imported: mend or remove \(them).")
        }
        bar = ProgressBar("importing")
        defer { bar.end() }
        do {
            let copy = try ArchiveCopy(from: documents, to: target, rules: Program.rules)
            try target.beginAdding()
            try copy.copy { bar.show($0, of: $1) }
            try target.finish(at: copy.lastActive)
        } catch {
            throw StoreRefusal("Not imported: \(StoreFailure(error).fullDescription) \(target.abort())")
        }
        if documents.lineCount <= 20 { for game in documents.games() { print("\(game.id)") } }
        report(documents)
    }
}
