public import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import Logging
import RedisStore

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generate mini crosswords, as text or as files for other programs.",
        discussion: """
            The same seed always gives the same puzzle. With --count, the puzzles have consecutive seeds, \
            and each file name gets its seed, as in mini-7.puz.

              GameServer generate --seed 7 --format puz --output mini.puz
            """)

    @Option(help: "The seed of the first puzzle. (default: random)")
    var seed: Int?
    @Option(help: "Generate the daily puzzle of this date, such as 2026-11-21, up to today.")
    var day: String?
    @Option(help: "How rare the words may be; medium unless given.")
    var difficulty: Difficulty?
    @Option(help: "The number of puzzles.")
    var count = 1
    @Option(help: "The output format.")
    var format = OutputFormat.text
    @Option(help: "The file to write. (default: standard output)")
    var output: String?
    @Option(
        name: .customLong("static"),
        help: "The folder with the words and clues. (default: ./static, or static beside the program)")
    var staticFolder: String?

    func validate() throws {
        guard seed.map(HiddenSeed.range.contains) ?? true else {
            throw ValidationError("--seed must be between 0 and \(HiddenSeed.range.upperBound).")
        }
        guard (1...100_000).contains(count) else {
            throw ValidationError("--count must be between 1 and 100000.")
        }
        guard day == nil || seed == nil && count == 1 && difficulty == nil else {
            throw ValidationError("--day cannot be combined with --seed, --difficulty or --count.")
        }
        guard format != .puz || output != nil else {
            throw ValidationError("A .puz file is binary: name a file with --output.")
        }
        _ = try wantedDay
    }

    private var wantedDay: Day? {
        get throws {
            guard let day else { return nil }
            let today = Day(of: .systemNow())
            guard let wanted = Day(day), wanted <= today else {
                throw ValidationError("--day must be a date up to \(today).")
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
                throw StoreRefusal("No puzzle was found for seed \(number) with these words.")
            }
            try write(puzzle, number)
            if output != nil { bar.show(number - first + 1, of: count) }
        }
        bar.end()
    }

    private func puzzle(_ number: Int, _ generator: PuzzleGenerator) throws -> Puzzle? {
        if let day = try wantedDay {
            var days = DayTasks()
            return try generator.puzzle(of: day, in: &days)?.signed(on: day)
        }
        let puzzle = generator.puzzle(number: number, difficulty: difficulty ?? .medium)
        return puzzle?.signed(on: Day(of: .systemNow()))
    }

    private func generator() throws -> PuzzleGenerator {
        var settings = Settings()
        settings.staticFolders = staticFolder.map { [$0] } ?? []
        let log = Logger(label: "fivebyfive") { StreamLogHandler.standardError(label: $0) }
        let loaded = try LexiconLoader.load(settings, log)
        let generators = PuzzleGenerators(loaded.lexicons, folders: loaded.folders, log: log)
        guard let generator = generators.generator(Lexicons.default) else {
            throw StoreRefusal("The words and clues were not found; see --static.")
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
        let target = try OutputFile.create(file)
        try target.write(contentsOf: Data(bytes))
        try target.close()
    }

    private func title(_ number: Int) -> String { day ?? "seed \(number)" }

    /// Adds the seed to a file name: `mini.puz` becomes `mini-7.puz`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let url = URL(filePath: path)
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(number)"
        let file = url.deletingLastPathComponent().appending(path: name)
        return url.pathExtension.isEmpty ? file.path : file.appendingPathExtension(url.pathExtension).path
    }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, ipuz, puz
}

nonisolated extension Difficulty: ExpressibleByArgument {}
