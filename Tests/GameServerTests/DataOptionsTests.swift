import Testing

@testable import GameServerCommands

@Suite("The data folder of the installed package")
struct DataOptionsTests {
    @Test(
        "is what its settings name last",
        arguments: [
            ("", nil), ("#FIVEBYFIVE_DATA=/srv/games", nil), ("FIVEBYFIVE_DATABASE=/srv", nil),
            ("FIVEBYFIVE_DATA=", nil), ("FIVEBYFIVE_DATA=/srv/games", "/srv/games"),
            ("FIVEBYFIVE_PORT=80\nFIVEBYFIVE_DATA=\"/srv/my games\"\n", "/srv/my games"),
            ("FIVEBYFIVE_DATA=/one\nFIVEBYFIVE_DATA=/a=b", "/a=b"),
        ])
    func settings(lines: String, folder: String?) {
        #expect(DataOptions.folder(setIn: lines) == folder)
    }
}
