import Foundation
import GameCore

/// Letters that count as other ones where accents are dropped.
nonisolated enum AccentedLetters {
    /// Maps capital ẞ to ß, which `Letter` keeps in lower case because its usual upper case is two letters.
    static let sharpS: [Letter: Letter] =
        if let capital = Letter("\u{1E9E}"), let small = Letter("\u{DF}") { [capital: small] } else { [:] }

    /// Maps the accented letters of Latin, Greek and Cyrillic to the plain ones.
    static let plain: [Letter: Letter] = {
        let blocks: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]
        var plain: [Letter: Letter] = [:]
        for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
            // Letters are capitals, and those with accents are in the same blocks.
            let upper = scalar.properties.uppercaseMapping
            guard upper.unicodeScalars.count > 1 || upper == String(scalar) else { continue }
            guard let letter = Letter(String(scalar)), let folded = Letter(letter.text.withoutAccents),
                folded != letter
            else { continue }
            plain[letter] = folded
        }
        return plain
    }()
}
