import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("Export and import as JSON lines")
struct DocumentArchiveTests {
    private struct Stop: Error {}

    private let now = Timestamp(milliseconds: 60_000, away: 7)

    /// Fills a data folder with a long game, a game with every kind of event, and a game without events.
    private func fill(_ folder: String) throws -> [PlayedGame] {
        var long = try PlayedGame("long")
        for number in 0..<300 {
            try long.type(String(UnicodeScalar(UInt8(65 + number / 25))), number % 25)
        }
        let games = try [
            long, .withEverything("every"), PlayedGame("empty", isPublic: true, countdown: .seconds(3)),
        ]
        let archive = try SQLiteArchive(folder, allRules, createIfMissing: true)
        try archive.begin()
        var entries = games.map(\.whole)
        entries[1].tokens = [HeldToken(digest: Token.random().digest, player: Player(seat: .first))]
        try archive.add(entries, at: now)
        try archive.finish(at: now)
        return games
    }

    private func export(_ folder: String, to path: String) throws -> String {
        let target = DocumentArchive(writing: path, allRules, at: now)
        let copy = try ArchiveCopy(from: SQLiteArchive(folder, allRules), to: target, rules: allRules)
        try target.begin()
        try copy.copy { _, _ in }
        try target.finish(at: copy.lastActive)
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private func importLines(_ text: String, to folder: String) throws -> DocumentArchive {
        let target = try SQLiteArchive(folder, allRules, createIfMissing: true)
        let source = try DocumentArchive(reading: text, named: "text", allRules, at: now, for: target)
        let copy = try ArchiveCopy(from: source, to: target, rules: allRules)
        try target.beginAdding()
        try copy.copy { _, _ in }
        try target.finish(at: now)
        return source
    }

    @Test("each line is the document of GET /games/{id}/export, and its import has the same journal")
    func roundTrip() throws {
        try StoredWorld.inFolder { root in
            let games = try fill(root + "/old")
            let text = try export(root + "/old", to: root + "/games.json")
            let documents = games.map { GameDocument(setup: $0.setup, events: $0.events, written: now).json }
            #expect(text == documents.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
            #expect(try importLines(text, to: root + "/new").games().map(\.id) == games.map(\.setup.id))
            let archive = try SQLiteArchive(root + "/new", allRules)
            for game in games {
                let found = try archive.game(game.setup.id, at: now)
                let state = try #require(found?.state)
                // Only the setup differs: it marks the game as imported.
                #expect(state.hasSameContent(as: game.game.state) && found?.tokens == [])
                #expect(state.setup.countdown == game.setup.countdown)
            }
            #expect(try Verification(archive, allRules) { _, _ in }.problems == [])
        }
    }

    @Test("a backup is exported like a data folder")
    func backup() throws {
        try StoredWorld.inFolder { root in
            _ = try fill(root + "/old")
            try SQLiteArchive(root + "/old", allRules).backup(to: root + "/copy") { _, _ in }
            let text = try export(root + "/old", to: root + "/games.json")
            #expect(try export(root + "/copy", to: root + "/more.json") == text)
        }
    }

    @Test("taken ids are replaced, within a file too, and invalid lines are reported by number")
    func lines() throws {
        try StoredWorld.inFolder { root in
            _ = try fill(root + "/old")
            let text = try export(root + "/old", to: root + "/games.json")
            let broken = text.replacing("\"cell\":7", with: "\"cell\":8")
            var longer = try PlayedGame("empty", isPublic: true)
            try longer.type("A", 0)
            let other = GameDocument(setup: longer.setup, events: longer.events, written: now).json
            let another = String(decoding: other, as: UTF8.self)
            let source = try importLines("{\n" + broken + "\n\n" + another + "\n" + text, to: root + "/new")
            #expect(source.lineCount == 8 && source.refused.map(\.line) == [1, 2, 3])
            #expect(source.refused.first?.reason == "The line is not a JSON object.")
            // Line 4 is the empty game, line 7 a longer one with its id, line 10 the empty one again.
            #expect(source.games().map { $0.id == GameID("empty") } == [true, false, false, false])
            #expect(source.present == [10])
            let archive = try SQLiteArchive(root + "/new", allRules)
            #expect(try archive.games().count == 4)
            #expect(try Verification(archive, allRules) { _, _ in }.problems == [])
        }
    }

    @Test("an import that is repeated changes nothing, unless a game has gone on")
    func twice() throws {
        try StoredWorld.inFolder { root in
            _ = try fill(root + "/old")
            let text = try export(root + "/old", to: root + "/games.json")
            #expect(try importLines(text, to: root + "/new").present == [])
            let second = try importLines(text, to: root + "/new")
            #expect(second.present == [1, 2, 3] && second.games().isEmpty)
            #expect(try SQLiteArchive(root + "/new", allRules).games().count == 3)
        }
    }

    @Test("an interrupted import leaves nothing behind")
    func interrupted() throws {
        try StoredWorld.inFolder { root in
            _ = try fill(root + "/old")
            let text = try export(root + "/old", to: root + "/games.json")
            let target = try SQLiteArchive(root + "/new", allRules, createIfMissing: true)
            let source = try DocumentArchive(reading: text, named: "text", allRules, at: now, for: target)
            let copy = try ArchiveCopy(from: source, to: target, rules: allRules)
            try target.beginAdding()
            #expect(throws: Stop.self) { try copy.copy { done, _ in if done == 2 { throw Stop() } } }
            #expect(target.abort().contains("unchanged"))
            #expect(try target.games() == [])
        }
    }

    @Test("one game can be copied alone; a missing game is an error")
    func one() throws {
        try StoredWorld.inFolder { root in
            _ = try fill(root + "/old")
            let (source, target) = (
                try SQLiteArchive(root + "/old", allRules), DocumentArchive(writing: nil, allRules, at: now)
            )
            let copy = try ArchiveCopy(from: source, to: target, only: GameID("every"), rules: allRules)
            let none = GameID("nothing")
            #expect(throws: StoreRefusal.self) {
                try ArchiveCopy(from: source, to: target, only: none, rules: allRules)
            }
            #expect(copy.lastActive == now)
        }
    }
}
