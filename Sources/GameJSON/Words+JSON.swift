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

extension Lexicon {
    package static func list(_ lexicons: [Lexicon]) -> [UInt8] {
        JSONWriter.object { json in
            json.array("lexicons", lexicons) { json, lexicon in lexicon.write(to: &json) }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", name)
            json.field("words", count)
            json.field("common", Self.lengths.reduce(0) { $0 + commonWords(ofLength: $1).count })
            json.object("lengths") { json in
                for length in Self.lengths {
                    json.key(text: String(length))
                    json.value(words(ofLength: length).count)
                }
            }
            writeLetters(to: &json)
            json.object("folding") { json in
                json.field("case", true)
                json.field("accents", foldsAccents)
            }
            json.field("fingerprint", fingerprint.hexDigits)
        }
    }

    /// The JSON of one word, given in the codes of the alphabet.
    package func json(ofWord codes: [UInt8]) -> [UInt8] {
        JSONWriter.object { json in json.field("word", alphabet.text(codes)) }
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
