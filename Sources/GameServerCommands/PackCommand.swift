import ArgumentParser
import Foundation
import GameCore
import GameServerKit
import GameStore
import Logging

/// `pack`: checks language packs, and makes new ones.
struct PackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: "Check a language pack, or begin a new one.",
        subcommands: [Check.self, New.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a pack has, and what is wrong with it.",
            discussion: """
                Reads all files, makes a thousand games of each kind and difficulty. The status is 1 if \
                there is a fault.

                  GameServer pack check static/packs/de --print 3
                """)

        @Argument(help: "The folder of the pack.")
        var folder: String
        @Option(help: "The number of minis to print, for reading.")
        var print = 0
        @Flag(help: "Read the files only, and make no games.")
        var quick = false

        func validate() throws {
            guard (0...1000).contains(print) else {
                throw ValidationError("--print must be between 0 and 1000.")
            }
        }

        func run() throws {
            let log = Logger(label: "fivebyfive") { StreamLogHandler.standardError(label: $0) }
            let check: PackCheck
            do throws(PackFolder.Unreadable) {
                check = try PackCheck(URL(filePath: folder), Program.rules, log: log)
            } catch {
                throw StoreRefusal("\(folder) is not a pack: \(error).")
            }
            say("\(check.pack.name) (\(check.pack.id)): \(check.pack.lexicon.count) words")
            for need in check.needs {
                say("  \(need.name): \(need.count)" + (need.isMet ? "" : "; \(need.needed) are recommended"))
            }
            var faults = check.faultsOfFiles()
            if !quick {
                var bar = ProgressBar("making games")
                faults += check.faultsOfGames { bar.show($0, of: $1) }
                bar.end()
            }
            for number in 0..<print {
                guard let puzzle = check.generator?.puzzle(number: number, difficulty: .medium) else { break }
                say(puzzle.plainText(title: "seed \(number)"))
            }
            for fault in faults { say("\(fault)") }
            guard faults.isEmpty else {
                throw StoreRefusal(
                    faults.count == 1 ? "There is 1 fault." : "There are \(faults.count) faults.")
            }
            say("No faults.")
        }

        /// The option `print` hides the function.
        private func say(_ text: String) { Swift.print(text) }
    }

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make the skeleton of a pack from a list of words.",
            discussion: """
                The pack has words with guessed roots, and levels if there is a list of frequencies. It is ready for \
                clues and a licence.

                  GameServer pack new fr --lang fr --words /usr/share/dict/french
                """)

        @Argument(help: "The folder to make.")
        var folder: String
        @Option(help: "The language tag, which becomes the id of the pack.")
        var lang: String
        @Option(help: "A list of words in UTF-8, one a line.")
        var words: String
        @Option(help: "A list of words in UTF-8, the commonest first.")
        var frequency: String?

        func validate() throws {
            guard GameID(lang) != nil else {
                throw ValidationError("--lang must have letters, digits, - or _, such as fr.")
            }
        }

        func run() throws {
            do {
                let pack = try PackSkeleton(language: lang, list: words, frequencies: frequency)
                try pack.write(to: URL(filePath: folder))
                print(
                    "\(folder): \(pack.count) words. Write clues.tsv, LICENSE, and “licence” in pack.json; then run"
                )
                print("  GameServer pack check \(folder)")
            } catch let error as PackFolder.Unreadable {
                throw StoreRefusal("\(error).")
            }
        }
    }
}
