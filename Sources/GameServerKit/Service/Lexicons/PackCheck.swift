import EventIO
package import Foundation
package import GameCore
package import Logging

/// Finds the faults of a language pack, for its author.
package nonisolated struct PackCheck {
    /// A fault, for which the pack is refused.
    package struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// The file and the line; the line is missing where it is the whole file.
        package let place: String
        package let reason: String

        package var description: String { "\(place): \(reason)" }
    }

    /// The number of words that one game has, and the number that it needs.
    package struct Need: Sendable {
        /// The name of the rules, and the kind of words counted.
        package let name: String
        package let count: Int
        package let needed: Int

        package var isMet: Bool { count >= needed }
    }

    /// The recommended number of answers: a hidden word a day for over two years without a repeat.
    private static let answersNeeded = 1000
    /// The recommended number of words with clues, for minis of every weekday.
    private static let cluedNeeded = 3000
    /// The lines that `checks.json` needs.
    private static let linesNeeded = 40
    /// The seeds from which games of each kind are made.
    private static let seeds = 1000

    private let folder: PackFolder
    private let clues: [PackFolder.Clue]
    private let library: GameLibrary
    /// The rules with a hidden answer that the pack offers.
    private let rules: [any HiddenAnswerRules.Type]
    package let pack: Pack

    /// Reads a pack for the games of `rules`.
    ///
    /// - Throws: ``PackFolder/Unreadable``.
    package init(_ url: URL, _ rules: RuleCatalog, log: Logger) throws(PackFolder.Unreadable) {
        folder = try PackFolder(url)
        clues = try folder.clues()
        let pack = try folder.pack()
        self.pack = pack
        let lexicons = Lexicons([pack])
        library = GameLibrary(
            lexicons: lexicons,
            generators: PuzzleGenerators(lexicons, folders: [pack.id: folder], log: log),
            days: Locked(DayTasks()))
        self.rules = rules.all.compactMap { $0 as? any HiddenAnswerRules.Type }.filter {
            !pack.excludes($0.name)
        }
    }

    /// The generator of minis; nil without clues.
    package var generator: PuzzleGenerator? { library.generator(pack.id) }

    /// The counts and needs of the games that the pack offers.
    package var needs: [Need] {
        rules.map { rules in
            if rules is any ClueRules.Type {
                let clued = Set(clues.map(\.word)).count
                return Need(name: "\(rules.name): words with clues", count: clued, needed: Self.cluedNeeded)
            }
            return Need(
                name: "\(rules.name): words that may be hidden",
                count: pack.lexicon(for: rules.name).answers.count, needed: Self.answersNeeded)
        }
    }

    // MARK: Faults

    /// The faults of the files, in their order; quick.
    package func faultsOfFiles() -> [Fault] {
        let description = folder.description
        var faults = wordFaults() + clueFaults()
        if description.licence?.isEmpty ?? true {
            faults.append(Fault(place: "pack.json", reason: "“licence” is missing"))
        }
        if !FileManager.default.fileExists(atPath: folder.url.appending(path: "LICENSE").path) {
            faults.append(Fault(place: "LICENSE", reason: "the file is missing"))
        }
        return faults + lineFaults()
    }

    private var spelling: Spelling { pack.lexicon.alphabet.spelling }

    private func wordFaults() -> [Fault] {
        var faults: [Fault] = []
        var lines: [[Letter]: PackWord] = [:]
        let known = Set(spelling.order)
        for word in folder.words {
            let place = "words.tsv: line \(word.line)"
            guard let letters = spelling.letters(of: word.text)?.map({ spelling.aliases[$0] ?? $0 }),
                known.isEmpty || letters.allSatisfy(known.contains)
            else {
                faults.append(Fault(place: place, reason: "“\(word.text)” has a letter outside the alphabet"))
                continue
            }
            if let other = lines[letters] {
                faults.append(
                    Fault(
                        place: place,
                        reason: "“\(word.text)” folds like “\(other.text)” in line \(other.line)"))
            }
            lines[letters] = word
        }
        return faults
    }

    private func clueFaults() -> [Fault] {
        let words = Dictionary(folder.words.map { ($0.text, $0) }) { first, _ in first }
        return clues.compactMap { clue in
            let place = "clues.tsv: line \(clue.line)"
            guard let word = words[clue.word] else {
                return Fault(place: place, reason: "“\(clue.word)” is not in words.tsv")
            }
            if clue.text.allSatisfy(\.isWhitespace) {
                return Fault(place: place, reason: "the clue is empty")
            }
            let told = Set(
                clue.text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.compactMap { folded(String($0)) })
            for answer in [word.text, word.root] where folded(answer).map(told.contains) ?? false {
                return Fault(place: place, reason: "the clue contains “\(answer)”: \(clue.text)")
            }
            return nil
        }
    }

    private func folded(_ text: String) -> [Letter]? {
        spelling.letters(of: text)?.map { spelling.aliases[$0] ?? $0 }
    }

    // MARK: Lines of checks.json

    /// One line of `checks.json`: an input and the expected results.
    private struct Line: Decodable {
        let input: String
        let folds: String
        let word: Bool?
        let answer: String?
        /// `h` for a hit, `n` for near and `m` for a miss, letter by letter.
        let marks: String?
    }

    private func lineFaults() -> [Fault] {
        let file = "checks.json"
        guard let data = try? Data(contentsOf: folder.url.appending(path: file)),
            let lines = try? JSONDecoder().decode([Line].self, from: data)
        else { return [Fault(place: file, reason: "the file is missing, or is no list of checks")] }
        var faults: [Fault] = []
        if lines.count < Self.linesNeeded {
            faults.append(
                Fault(place: file, reason: "it has \(lines.count) lines; \(Self.linesNeeded) are needed"))
        }
        for (number, line) in zip(1..., lines) {
            guard let reason = fault(of: line) else { continue }
            faults.append(Fault(place: "\(file): check \(number), “\(line.input)”", reason: reason))
        }
        return faults
    }

    private func fault(of line: Line) -> String? {
        let lexicon = pack.lexicon
        let codes = lexicon.alphabet.codes(of: line.input)
        let found = lexicon.alphabet.text(codes)
        guard found == line.folds else { return "it folds to “\(found)”, not to “\(line.folds)”" }
        if let isWord = line.word, lexicon.contains(codes) != isWord {
            return isWord ? "it is not a word" : "it is a word"
        }
        guard let answer = line.answer, let expected = line.marks else { return nil }
        let hidden = lexicon.alphabet.codes(of: answer)
        guard hidden.count == CellIndex.side, codes.count == CellIndex.side else {
            return "a guess and its answer have five letters"
        }
        let marks = WordMarks(of: codes, against: hidden).marks.map { mark in
            switch mark {
            case .hit: "h"
            case .near: "n"
            default: "m"
            }
        }.joined()
        return marks == expected ? nil : "its marks against “\(answer)” are \(marks), not \(expected)"
    }

    // MARK: Games

    /// Makes games of each kind and difficulty; calls `progress` with the number of those made.
    package func faultsOfGames(progress: (_ done: Int, _ total: Int) -> Void) -> [Fault] {
        let kinds = rules.flatMap { rules -> [(rules: any HiddenAnswerRules.Type, difficulty: Difficulty?)] in
            rules.info.options["difficulty"] == nil
                ? [(rules, nil)] : Difficulty.allCases.map { (rules, $0) }
        }
        return kinds.enumerated().compactMap { number, kind in
            let refusals = (0..<Self.seeds).compactMap { seed -> (seed: Int, reason: String)? in
                progress(number * Self.seeds + seed + 1, kinds.count * Self.seeds)
                return refusal(of: kind.rules, kind.difficulty, seed).map { (seed, $0) }
            }
            guard let first = refusals.first else { return nil }
            let names = [kind.rules.name, kind.difficulty?.rawValue].compactMap(\.self)
            return Fault(
                place: names.joined(separator: ", "),
                reason:
                    "\(refusals.count) of \(Self.seeds) seeds make no game, such as \(first.seed): \(first.reason)"
            )
        }
    }

    /// Why a game cannot be made; nil if it can.
    private func refusal(
        of rules: any HiddenAnswerRules.Type, _ difficulty: Difficulty?, _ seed: Int
    ) -> String? {
        var options: [String: Parameters.Value] = ["lexicon": .text(pack.id), "seed": .number(seed)]
        if let difficulty { options["difficulty"] = .text(difficulty.rawValue) }
        let setup = GameSetup(
            id: .lobby, rules: rules.name, options: Parameters(options), created: Timestamp(milliseconds: 0))
        do throws(RuleViolation) {
            _ = try rules.answer(for: setup, from: library)
            return nil
        } catch { return error.detail }
    }
}
