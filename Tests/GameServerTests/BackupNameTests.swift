import Foundation
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Files that the server may remove or replace")
struct BackupNameTests {
    @Test("the name of a backup is read again")
    func own() {
        for time in [0, 1, 1_795_731_410_773, 253_402_300_799_999] as [Int64] {
            let name = BackupName(at: Timestamp(milliseconds: time))
            #expect(BackupName(name.text) == name)
        }
        #expect(BackupName("games-20261123T221650773Z.sqlite") != nil)
    }

    @Test(
        "a name that the server does not write exactly like this is somebody else's",
        arguments: [
            "games-20261123T221650773Z-before-upgrade.sqlite", "games-before-upgrade.sqlite", "games-.sqlite",
            "games-20261123T221650773Z.sqlite.bak", "old-games-20261123T221650773Z.sqlite",
            "games-20261123T221650773.sqlite", "games-20261123T221650773z.sqlite",
            "games-20261323T221650773Z.sqlite", "games-20260230T221650773Z.sqlite",
            "games-20261123T251650773Z.sqlite", "games-20261123 221650773Z.sqlite",
            "games-+0261123T221650773Z.sqlite", "games-20261123T22165077\u{661}Z.sqlite", "games.sqlite", "",
            "games-20261123T221650773Z\u{301}.sqlite", "Games-20261123T221650773Z.sqlite",
        ])
    func foreign(name: String) {
        #expect(BackupName(name) == nil)
    }

    @Test("an export goes through a link, and nobody else may read the file")
    func link() throws {
        try StoredWorld.inFolder { folder in
            let (file, link) = (folder + "/real", folder + "/link")
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try #require(
                manager.createFile(
                    atPath: file, contents: Data("old".utf8), attributes: [.posixPermissions: 0o644]))
            try manager.createSymbolicLink(atPath: link, withDestinationPath: "real")
            let output = try OutputFile.create(link, isSecret: true)
            try output.write(contentsOf: Data("new".utf8))
            try output.close()
            #expect(try manager.destinationOfSymbolicLink(atPath: link) == "real")
            #expect(manager.contents(atPath: file) == Data("new".utf8))
            let mode = try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(throws: StoreRefusal.self) { try OutputFile.create(folder + "/no/file") }
        }
    }

    @Test("only a file with exactly the name of a partial backup is removed as one")
    func partial() throws {
        try StoredWorld.inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let mark = ".fivebyfive-partial-"
            let foreign = [
                "notes\(mark)abc123.txt", "copy.sqlite\(mark)", "copy.sqlite\(mark)abc12",
                "copy.sqlite\(mark)abc1234", "copy.sqlite\(mark)ABC123", "copy.sqlite\(mark)abc12o",
                "\(mark)abc123", "copy.sqlite\(mark)abc123-kept", "copy.sqlite",
            ]
            let own = "copy.sqlite\(mark)abc123"
            for name in foreign + [own, own + "-journal"] {
                try #require(FileManager.default.createFile(atPath: folder + "/" + name, contents: nil))
            }
            PartialFile.removeInterrupted(in: folder)
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == Set(foreign))
        }
    }
}
