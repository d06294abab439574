import Foundation
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Files that the server may remove")
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
