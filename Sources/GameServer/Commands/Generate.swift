public import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import Logging
import RedisStore

/// `GameServer generate`: crosswords made out of nothing but a number.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make mini crosswords, as text or as files for other programs.",
        discussion: """
            The same seed makes the same puzzle. Several puzzles have seeds one after the other, and files \
            get the seed in their name: mini-7.puz.

            GameServer generate --seed 7 --format puz --output mini.puz
            """)

    @Option(help: "The number that the puzzle comes from. (default: a random one)")
    var seed: Int?
    @Option(help: "The puzzle of a day up to today instead, as 2026-11-21.")
    var day: String?
    @Option(help: "How rare its words may be: \(Difficulty.names).")
    var difficulty: Difficulty?
    @Option(help: "How many puzzles.")
    var count = 1
    @Option(help: "text, ipuz or puz.")
    var format = PuzzleForm.text
    @Option(help: "The file to write. (default: standard output)")
    var output: String?
    @Option(
        name: .customLong("static"),
        help: "The folder with the words and clues. (default: static, here or beside the program)")
    var staticFolder: String?

    func validate() throws {
        guard seed.map(HiddenSeed.choices.contains) ?? true else {
            throw ValidationError("--seed is 0 to \(HiddenSeed.choices.upperBound).")
        }
        guard (1...100_000).contains(count) else { throw ValidationError("--count is 1 to 100000.") }
        guard day == nil || seed == nil && count == 1 && difficulty == nil else {
            throw ValidationError("--day says which puzzle it is; leave out --seed, --difficulty, --count.")
        }
        guard format != .puz || output != nil else {
            throw ValidationError("A .puz is no text: say where it goes with --output FILE.")
        }
        _ = try wantedDay
    }

    private var wantedDay: Day? {
        get throws {
            guard let day else { return nil }
            let today = Day(of: .systemNow())
            guard let wanted = Day(day), wanted <= today else {
                throw ValidationError("--day is a day up to \(today).")
            }
            return wanted
        }
    }

    func run() throws {
        let generator = try self.generator()
        let first = seed ?? Int.random(in: 0...999_999_999)
        var bar = ProgressBar("generating")
        for number in first..<first + count {
            guard let puzzle = try puzzle(number, generator) else {
                throw StoreRefusal("Seed \(number) comes to nothing with these words.")
            }
            try write(puzzle, number)
            if output != nil { bar.show(number - first + 1, of: count) }
        }
        bar.end()
    }

    private func puzzle(_ number: Int, _ generator: PuzzleGenerator) throws -> Puzzle? {
        if let day = try wantedDay { return generator.puzzle(of: day) }
        return generator.puzzle(number: number, difficulty: difficulty ?? .medium)
    }

    private func generator() throws -> PuzzleGenerator {
        var settings = Settings()
        settings.staticFolder = staticFolder
        let log = Logger(label: "fivebyfive") { StreamLogHandler.standardError(label: $0) }
        let lexicons = try LexiconShelf.read(settings, log)
        guard
            let generator = PuzzleGenerators(lexicons, staticFolder: staticFolder).generator(Lexicons.default)
        else {
            throw StoreRefusal("There are no words and clues; see --static.")
        }
        return generator
    }

    private func write(_ puzzle: Puzzle, _ number: Int) throws {
        guard let output else {
            let text = format == .text ? "\(puzzle.plainText(title: title(number)))\n" : puzzle.ipuzText
            return print(text)
        }
        let file = count == 1 ? output : Self.numbered(output, number)
        let bytes =
            switch format {
            case .text: Array(puzzle.plainText(title: title(number)).utf8)
            case .ipuz: PuzzleFile.write(puzzle, as: .ipuz)
            case .puz: PuzzleFile.write(puzzle, as: .puz)
            }
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
            throw StoreRefusal("“\(file)” cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    private func title(_ number: Int) -> String { day ?? "seed \(number)" }

    /// `mini.puz` for seed 7 is `mini-7.puz`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let url = URL(filePath: path)
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(number)"
        let file = url.deletingLastPathComponent().appending(path: name)
        return url.pathExtension.isEmpty ? file.path : file.appendingPathExtension(url.pathExtension).path
    }
}

/// How a puzzle is written.
enum PuzzleForm: String, ExpressibleByArgument, CaseIterable {
    case text, ipuz, puz
}

nonisolated extension Difficulty: ExpressibleByArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
