import Foundation
import GameCore
import GameJSON
import GameStore

/// What the days of a server follow from, so that nobody who reads the source can work them out.
///
/// Servers with the same secret have the same days.
nonisolated struct DailySecret: Sendable {
    /// The length in bytes of the shortest secret that nobody can guess.
    static let minimumLength = 16

    private let bytes: [UInt8]

    /// Reads the secret, without white space at its ends, from a file.
    ///
    /// - Throws: if the file cannot be read, or the secret is shorter than ``minimumLength``.
    init(file: String) throws {
        let text: String
        do { text = try String(contentsOfFile: file, encoding: .utf8) } catch {
            throw Unusable(reason: "\(file) cannot be read as text")
        }
        bytes = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        guard bytes.count >= Self.minimumLength else {
            throw Unusable(reason: "\(file) must have at least \(Self.minimumLength) characters")
        }
    }

    /// The seed that follows from `text`, such as the name of a day's task.
    func seed(of text: String) -> UInt64 { Digest(bytes + Array("\n\(text)".utf8)).prefix }

    /// A file without a usable secret.
    struct Unusable: Error, CustomStringConvertible {
        let reason: String

        var description: String { "--daily-secret: \(reason)." }
    }
}
