import Testing

@testable import GameStore

@Suite("A digest")
struct DigestTests {
    @Test(
        "is SHA-256, as in the examples of FIPS 180",
        arguments: [
            ("", "e3b0c44298fc1c14"), ("abc", "ba7816bf8f01cfea"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8"),
        ])
    func examples(text: String, beginning: String) {
        #expect(Digest(Array(text.utf8)).shortHex == beginning)
    }
}
