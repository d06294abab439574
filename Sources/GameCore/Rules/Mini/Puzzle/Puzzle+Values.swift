/// A crossword as plain values: the hidden answer of a game, and what solvers are shown.
extension Puzzle {
    /// The whole puzzle, answers and all.
    public var values: Parameters {
        Parameters([
            "about": .group(about.values),
            "cells": .list(cells.map { .group($0?.values ?? .none) }),
            "clues": .list(
                clues.map { clue in
                    var values: [String: Parameters.Value] = ["clue": .text(clue.text)]
                    if let label = clue.label { values["label"] = .text(label) }
                    return .group(values)
                }),
        ])
    }

    /// The puzzle that `values` are.
    ///
    /// - Throws: `invalid-value`, saying what cannot be.
    public init(_ values: Parameters) throws(RuleViolation) {
        var cells: [Cell?] = []
        for cell in try values.groups("cells") { cells.append(cell.values.isEmpty ? nil : try Cell(cell)) }
        var clues: [(text: String, label: String?)] = []
        for clue in try values.groups("clues") {
            let text = try PuzzleText.line(try clue.text("clue") ?? "", "clue", limit: PuzzleText.longestClue)
            let label = try clue.text("label").map { label throws(RuleViolation) in
                try PuzzleText.line(label, "label")
            }
            clues.append((text, label))
        }
        var next = clues[...]
        try self.init(about: try About(try values.group("about") ?? .none), cells: cells) { _ in
            next.popFirst() ?? ("", nil)
        }
    }

    /// The clues by direction; with the words when `withAnswers`.
    public func clues(withAnswers: Bool) -> Parameters {
        func list(_ direction: BoardLine.Direction) -> Parameters.Value {
            .list(
                clues.filter { $0.slot.direction == direction }.map { clue in
                    var values: [String: Parameters.Value] = [
                        "number": .number(clue.slot.number), "cell": .number(clue.slot.cells[0].position),
                        "length": .number(clue.slot.cells.count), "clue": .text(clue.text),
                    ]
                    if let label = clue.label { values["label"] = .text(label) }
                    if withAnswers { values["answer"] = .text(answer(of: clue.slot)) }
                    return .group(values)
                })
        }
        return Parameters(["across": list(.across), "down": list(.down)])
    }

    /// The board as it is in the end.
    public var solution: BoardState {
        BoardState(
            objects: cells.map { cell -> any CellObject in
                cell.map { PuzzleCell($0.answer, takesRebus: true) } ?? BlockCell()
            })
    }

    /// The board before anything was written.
    public var layout: [any CellObject] {
        var prints: [CellIndex: CellPrint] = [:]
        for clue in clues {
            prints[clue.slot.cells[0]] = CellPrint(number: clue.slot.number, label: clue.label)
        }
        return zip(CellIndex.all, cells).map { index, cell -> any CellObject in
            guard let cell else { return BlockCell() }
            let start = prints[index] ?? .none
            let print = CellPrint(number: start.number, label: start.label, isCircled: cell.isCircled)
            return cell.isGiven
                ? GivenCell(cell.answer, print: print) : PuzzleCell(print: print, takesRebus: hasRebus)
        }
    }
}

extension Puzzle.Cell {
    fileprivate var values: Parameters {
        var values: [String: Parameters.Value] = ["answer": .text(answer.text)]
        if isCircled { values["circled"] = .flag(true) }
        if isGiven { values["given"] = .flag(true) }
        return Parameters(values)
    }

    fileprivate init(_ values: Parameters) throws(RuleViolation) {
        guard let text = try values.text("answer"), let answer = Letter(rebus: text) else {
            throw RuleViolation(.invalidValue, "“answer” is what belongs into a cell.")
        }
        self.init(
            answer, isCircled: try values.flag("circled") ?? false, isGiven: try values.flag("given") ?? false
        )
    }
}

extension Puzzle.About {
    /// What there is to say.
    public var values: Parameters {
        let texts = [
            ("title", title), ("author", author), ("copyright", copyright), ("notes", notes),
        ]
        return Parameters(
            Dictionary(uniqueKeysWithValues: texts.filter { !$0.1.isEmpty }.map { ($0.0, .text($0.1)) }))
    }

    fileprivate init(_ values: Parameters) throws(RuleViolation) {
        self.init()
        title = try PuzzleText.line(try values.text("title") ?? "", "title")
        author = try PuzzleText.line(try values.text("author") ?? "", "author's name")
        copyright = try PuzzleText.line(try values.text("copyright") ?? "", "copyright line")
        notes = try PuzzleText.notes(try values.text("notes") ?? "")
    }
}
