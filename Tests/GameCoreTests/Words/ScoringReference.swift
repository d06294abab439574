import GameCore

/// A slow reference implementation of the scoring rules, on strings.
struct ScoringReference {
    struct Word: Equatable {
        let text: String
        let start: Int
        var end: Int { start + text.count }
    }

    let words: Set<String>
    let scoring: Scoring

    func total(_ board: Board) -> Int {
        Self.lines(of: board, diagonals: scoring.diagonals).reduce(0) { $0 + points($1) }
    }

    /// The points of a line of five characters.
    func points(_ line: String) -> Int {
        let counted = counted(found(in: line))
        let covered = Set(counted.flatMap { $0.start..<$0.end })
        return worth(counted) + (covered.count == 5 ? scoring.fullLine : 0)
    }

    /// Whether `score` has the words and the points of `line`, and counts words that the policy allows.
    func agrees(with score: LineScore, on line: String) -> Bool {
        let found = found(in: line)
        let words = { (spans: [Span]) in spans.map { word($0, in: line) } }
        return words(score.words) == found && score.points == points(line)
            && allows(words(score.counted), of: found)
    }

    private func word(_ span: Span, in line: String) -> Word {
        let signs = Array(line)
        return Word(text: String(signs[span.start..<span.start + span.length]), start: span.start)
    }

    /// Whether `counted` is a choice among equally good ones; of equal single words the leftmost must count.
    private func allows(_ counted: [Word], of found: [Word]) -> Bool {
        let best = self.counted(found)
        return switch scoring.overlap {
        case .single: counted.map(\.start) == best.map(\.start) && worth(counted) == worth(best)
        case .split: areApart(counted) && worth(counted) == worth(best)
        case .all, .anchored, .maximal: counted == best
        }
    }

    private func found(in line: String) -> [Word] {
        let signs = Array(line)
        return (0..<5).flatMap { start in
            (start..<5).map { Word(text: String(signs[start...$0]), start: start) }
        }.filter { word in
            word.text.count >= scoring.minimumLength && scoring.points[word.text.count] != nil
                && words.contains(word.text)
        }
    }

    private func counted(_ found: [Word]) -> [Word] {
        switch scoring.overlap {
        case .all: return found
        case .anchored: return found.filter { $0.start == 0 }
        case .maximal:
            return found.filter { word in
                !found.contains { $0 != word && $0.start <= word.start && word.end <= $0.end }
            }
        case .single:
            let best = found.map { worth([$0]) }.max()
            return found.filter { worth([$0]) == best }.min { $0.start < $1.start }.map { [$0] } ?? []
        case .split: return Self.subsets(found).filter(areApart).max { worth($0) < worth($1) } ?? []
        }
    }

    private func areApart(_ words: [Word]) -> Bool {
        words.allSatisfy { word in
            words.allSatisfy { $0 == word || $0.end <= word.start || word.end <= $0.start }
        }
    }

    private func worth(_ words: [Word]) -> Int {
        words.reduce(0) { $0 + (scoring.points[$1.text.count] ?? 0) }
    }

    private static func subsets(_ words: [Word]) -> [[Word]] {
        words.reduce([[]]) { sets, word in sets + sets.map { $0 + [word] } }
    }

    /// The lines of a board, five characters each.
    static func lines(of board: Board, diagonals: Bool) -> [String] {
        let rows = board.text.split(separator: "/").map(Array.init)
        var lines = rows.map { String($0) }
        lines += (0..<5).map { column in String(rows.map { $0[column] }) }
        guard diagonals else { return lines }
        lines.append(String((0..<5).map { rows[$0][$0] }))
        lines.append(String((0..<5).map { rows[4 - $0][$0] }))
        return lines
    }
}
