import Foundation
import GameCore
import GameJSON
import GameStore

/// The secret from which a server derives its daily tasks, so that the source code alone does not reveal
/// them.
///
/// Servers with the same secret have the same daily tasks.
nonisolated struct DailySecret: Sendable {
    /// The minimum length of a secret, in bytes.
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

    /// The seed that the secret gives for `text`, such as the name of a day's task.
    func seed(of text: String) -> UInt64 { Digest(bytes + Array("\n\(text)".utf8)).prefix }

    /// A file without a usable secret.
    struct Unusable: Error, CustomStringConvertible {
        let reason: String

        var description: String { "--daily-secret: \(reason)." }
    }
}
