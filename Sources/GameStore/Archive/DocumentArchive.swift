import Foundation
package import GameCore
import GameJSON

/// Games as JSON lines, one document each: the format of `GameServer export` and `import`.
///
/// A document contains only a journal: no tokens, move ids, puzzles or standings.
package final class DocumentArchive: FillableArchive {
    package let name: String
    package let holdsJournalsOnly = true
    /// The numbers of invalid lines, from 1, with the reasons.
    package private(set) var refused: [(line: Int, reason: String)] = []
    /// The numbers, from 1, of lines whose games the target has already.
    package private(set) var present: [Int] = []
    package private(set) var lineCount = 0

    /// The time that is written into documents, or at which the clocks of imported games continue.
    private let now: Timestamp
    private let rules: RuleCatalog
    private let path: String?
    private var found: [ArchivedGame] = []
    private var lines: [GameID: Substring] = [:]
    private var lastRead: GameDocument?
    private var file: FileHandle?
    /// Whether the last document is not closed yet.
    private var isOpen = false

    package typealias Progress = (_ done: Int, _ total: Int) -> Void

    /// Reads and checks the documents in `text`; invalid lines are collected in `refused`.
    ///
    /// - Parameters:
    ///   - now: The time at which the games' clocks continue.
    ///   - target: The archive for the games. A game that it holds, or that an earlier line has, is skipped;
    ///     another game with such an id gets a random one.
    /// - Throws: An error of `target`.
    /// - Complexity: O(events), some ten microseconds each.
    package init(
        reading text: String, named name: String, _ rules: RuleCatalog, at now: Timestamp,
        for target: any GameArchive, progress: Progress = { _, _ in }
    ) throws {
        (self.name, self.rules, self.now, path) = (name, rules, now, nil)
        let texts = Self.lines(text)
        lineCount = texts.count
        let taken = Set(try target.games().map(\.id))
        for (count, (number, line)) in texts.enumerated() {
            let document: GameDocument
            do {
                document = try Self.document(line, as: nil, rules, at: now)
            } catch {
                refused.append((number, StoreFailure(error).reason))
                continue
            }
            try add(document, line, number: number, isTaken: taken.contains(document.setup.id), target)
            progress(count + 1, texts.count)
        }
    }

    /// The lines that are not blank, with their numbers in the file.
    private static func lines(_ text: String) -> [(number: Int, line: Substring)] {
        // Other line separators may stand inside a JSON string.
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
            .map { ($0 + 1, $1) }.filter { !$0.1.allSatisfy(\.isWhitespace) }
    }

    private func add(
        _ document: GameDocument, _ line: Substring, number: Int, isTaken: Bool, _ target: any GameArchive
    ) throws {
        let id = document.setup.id
        guard lines[id] != line, try !isTaken || !target.holds(document) else {
            return present.append(number)
        }
        let isUsed = isTaken || lines[id] != nil
        if isUsed, let room = id.room { throw StoreRefusal("There is another room “\(room)” already.") }
        let new = isUsed ? GameID.random() : id
        lines[new] = line
        found.append(ArchivedGame(id: new, isPublic: document.setup.isPublic))
    }

    /// Prepares to write to the file `path`, or to standard output.
    package init(writing path: String?, _ rules: RuleCatalog, at now: Timestamp) {
        (name, self.rules, self.now, self.path) = (path ?? "standard output", rules, now, path)
    }

    private static func document(
        _ line: Substring, as id: GameID?, _ rules: RuleCatalog, at now: Timestamp
    ) throws(RuleViolation) -> GameDocument {
        guard case .object(let json) = JSONValue(parsing: String(line)) else {
            throw .invalidValue("The line is not a JSON object.")
        }
        return try GameDocument(json, as: id, rules, at: now, isTrusted: true)
    }

    // MARK: Reading

    package func lastActive() -> Timestamp? { now }

    package func games() -> [ArchivedGame] { found }

    package func puzzles() -> [String] { [] }

    package func standings() -> [Standing] { [] }

    package func players() -> [ArchivedPlayer] { [] }

    package func setup(of id: GameID) throws -> GameSetup? { try document(id)?.setup }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        try document(id).map { document in
            StoredGame(
                try document.state(rules), recent: document.events.suffix(StoreLimits.resumableEvents))
        }
    }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        guard let document = try document(id) else { return [] }
        // Sequence numbers have no gaps after the opening.
        let base = document.setup.opening.last?.sequence ?? .zero
        return Array(document.events.dropFirst(max(sequence.value - base.value, 0)).prefix(limit))
    }

    package func puzzle(_ id: String) -> StoredPuzzle? { nil }

    /// Caches the last document, because a game is read page by page.
    private func document(_ id: GameID) throws -> GameDocument? {
        if let lastRead, lastRead.setup.id == id { return lastRead }
        lastRead = try lines[id].map { try Self.document($0, as: id, rules, at: now) }
        return lastRead
    }

    // MARK: Filling

    package func begin() throws {
        guard let path else { return file = .standardOutput }
        file = try OutputFile.create(path, isSecret: true)
    }

    package func beginAdding() throws { try begin() }

    package func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        var bytes: [UInt8] = []
        for entry in entries {
            if let setup = entry.setup {
                bytes += ending
                bytes += GameDocument(setup: setup, events: entry.events, written: self.now).opening
                isOpen = true
            } else {
                bytes += GameDocument.continuation(entry.events)
            }
        }
        try file?.write(contentsOf: Data(bytes))
    }

    package func addStandings(_ standings: [Standing]) {}

    package func addPlayers(_ players: [ArchivedPlayer]) {}

    package func finish(at lastActive: Timestamp?) throws {
        try file?.write(contentsOf: Data(ending))
        isOpen = false
        try close()
    }

    package func abort() -> String {
        try? close()
        return "“\(name)” is incomplete."
    }

    private var ending: [UInt8] { isOpen ? GameDocument.ending + [UInt8(ascii: "\n")] : [] }

    private func close() throws {
        if path != nil { try file?.close() }
        file = nil
    }
}
