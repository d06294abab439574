import Testing

@testable import GameJSON

@Suite("Joined parts")
struct JoinedPartsTests {
    @Test(
        "replacing a part leaves the others unchanged",
        arguments: [
            (0, "", "bbce"), (0, "longer", "longerbbce"), (1, "b", "abce"), (3, "dddd", "abbcdddde"),
            (4, "", "abbc"), (4, "eeeee", "abbceeeee"),
        ])
    func replaced(place: Int, part: String, expected: String) {
        let texts = ["a", "bb", "c", "", "e"]
        var joined = JoinedParts(texts.map { Array($0.utf8) })
        joined.replacePart(at: place, with: Array(part.utf8))
        #expect(String(decoding: joined.bytes, as: UTF8.self) == expected)
        for (place, text) in texts.enumerated() { joined.replacePart(at: place, with: Array(text.utf8)) }
        #expect(String(decoding: joined.bytes, as: UTF8.self) == "abbce")
    }
}
