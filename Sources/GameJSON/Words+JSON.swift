package import GameCore

extension BoardScorer {
    /// The words in `line` of `board`, for the list of words in the board's JSON.
    func json(_ line: BoardLine, of board: some BoardDataSource) -> LineJSON {
        let score = score(line, of: board)
        guard !score.words.isEmpty else { return LineJSON(words: [], points: score.points) }
        var json = JSONWriter()
        for span in score.words {
            json.object { json in
                json.field("text", board.text(of: span, in: line))
                json.field("direction", line.direction.rawValue)
                json.field("cell", line.cells[span.start].position)
                json.field("length", span.length)
                json.field("points", scoring.points[span.length] ?? 0)
                json.field("counts", score.counted.contains(span))
            }
        }
        return LineJSON(words: json.bytes + [UInt8(ascii: ",")], points: score.points)
    }

    /// The score of `board`, line by line: the body of `/analysis/score`.
    package func analysis(of board: some BoardDataSource) -> [UInt8] {
        let score = score(board)
        return JSONWriter.object { json in
            json.field("total", score.total)
            json.array("lines", score.lines) { json, line in
                json.object { json in
                    json.field("direction", line.line.direction.rawValue)
                    json.field("index", line.line.index)
                    json.array("words", line.words) { $1.write(of: board, in: line.line, to: &$0) }
                    json.array("counted", line.counted) { $1.write(of: board, in: line.line, to: &$0) }
                    json.field("points", line.points)
                }
            }
        }
    }
}

/// The encoded words of one line and its points.
struct LineJSON {
    /// The words as JSON, each followed by a comma.
    package let words: [UInt8]
    package let points: Int

    /// Writes the words of all lines and their total score as fields of a board.
    package static func write(_ words: [UInt8], _ score: Int, to json: inout JSONWriter) {
        json.array("words", json: words.dropLast())
        json.field("score", score)
    }
}

extension Span {
    fileprivate func write(of board: some BoardDataSource, in line: BoardLine, to json: inout JSONWriter) {
        json.object { json in
            json.field("start", start)
            json.field("length", length)
            json.field("word", board.text(of: self, in: line))
        }
    }
}

extension Lexicons {
    /// The packs, with the games of `rules` that they offer: the body of `/lexicons`.
    package func json(for rules: RuleCatalog) -> [UInt8] {
        JSONWriter.object { json in
            json.array("lexicons", packs) { json, pack in
                json.object { json in
                    json.field("id", pack.id)
                    json.field("name", pack.name)
                    pack.lexicon.writeFields(to: &json)
                    json.object("games") { json in pack.writeGames(of: rules, to: &json) }
                }
            }
        }
    }
}

extension Pack {
    /// Writes how the pack offers each game that has an option for it.
    fileprivate func writeGames(of rules: RuleCatalog, to json: inout JSONWriter) {
        for rules in rules.all where rules.info.options["lexicon"] != nil {
            guard !excludes(rules.name), hasClues || !(rules is any ClueRules.Type) else { continue }
            let lexicon = lexicon(for: rules.name)
            json.key(text: rules.name)
            json.object { json in
                json.field(
                    "unit", offer(of: rules.name)?.unit.rawValue ?? lexicon.alphabet.spelling.unit.rawValue)
                json.field("words", lexicon.count)
                json.field("answers", lexicon.answers.count)
            }
        }
    }
}

/// The lists of words that a lexicon has.
package enum WordListName: CaseIterable {
    /// The five-letter words that can be the hidden word.
    case answers
    /// The words that most people know.
    case common
    /// All words.
    case all

    /// The part of the list's file name after the name of the lexicon.
    package var ending: String {
        switch self {
        case .answers: "-answers.txt"
        case .common: "-common.txt"
        case .all: ".txt"
        }
    }
}

extension Lexicon {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("unit", alphabet.spelling.unit.rawValue)
        json.field("words", count)
        json.field("common", Self.lengths.reduce(0) { $0 + commonWords(ofLength: $1).count })
        json.object("lengths") { json in
            for length in Self.lengths {
                json.key(text: String(length))
                json.value(words(ofLength: length).count)
            }
        }
        json.field("alphabet", alphabet.letters.map(\.text).joined())
        writeLetters(to: &json)
        writeKeys(to: &json)
        json.object("folding") { json in
            json.field("case", true)
            json.field("accents", foldsAccents)
        }
        json.field("fingerprint", fingerprint.hexDigits)
    }

    /// Writes the rows of keys, and the letters that are written as several, where there are any.
    package func writeKeys(to json: inout JSONWriter) {
        let spelling = alphabet.spelling
        if !spelling.keyboard.isEmpty { json.array("keyboard", spelling.keyboard) { $0.value($1) } }
        guard !spelling.expansions.isEmpty else { return }
        json.object("fold") { json in
            for (letter, letters) in spelling.expansions.sorted(by: { $0.key.text < $1.key.text }) {
                json.key(text: letter.text)
                json.value(letters.map(\.text).joined())
            }
        }
    }

    /// The words of a list, one a line, sorted.
    package func lines(_ list: WordListName) -> String {
        let words: [ArraySlice<UInt8>] =
            switch list {
            case .answers: Array(answers)
            case .common: Self.lengths.flatMap { Array(commonWords(ofLength: $0)) }
            case .all: Self.lengths.flatMap { Array(self.words(ofLength: $0)) }
            }
        return words.map { alphabet.text($0) + "\n" }.sorted().joined()
    }

    /// Writes the letters in alphabetical order, as a field.
    package func writeLetters(to json: inout JSONWriter) {
        json.array("letters", alphabet.letters) { json, letter in json.value(letter.text) }
    }
}

extension CandidateFinder {
    /// The letters that fit each empty cell of `board`: the body of `/analysis/candidates`.
    package func json(_ board: CodedBoard) -> [UInt8] {
        let sets = candidates(board)
        return JSONWriter.object { json in
            json.object("cells") { json in
                for cell in board.emptyCells {
                    json.key(text: String(cell.position))
                    json.value(lexicon.alphabet.letters(in: sets[cell.position]).map(\.text).joined())
                }
            }
        }
    }
}
