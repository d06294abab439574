/// A crossword as plain values, for the hidden answer of a game and for the game's JSON.
extension Puzzle {
    /// The whole puzzle, including the answers.
    public var values: Parameters {
        Parameters([
            "about": .group(metadata.values),
            "cells": .list(cells.map { .group($0?.values ?? .none) }),
            "clues": .list(
                clues.map { clue in
                    var values: [String: Parameters.Value] = ["clue": .text(clue.text)]
                    if let label = clue.label { values["label"] = .text(label) }
                    return .group(values)
                }),
        ])
    }

    /// Reads a puzzle from its ``values``.
    ///
    /// - Throws: `invalid-value`, naming the value that is wrong.
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
        try self.init(metadata: try Metadata(try values.group("about") ?? .none), cells: cells) { _ in
            next.popFirst() ?? ("", nil)
        }
    }

    /// The clues by direction, with the words if `withAnswers` is true.
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

    /// The solved board.
    public var solution: BoardState {
        BoardState(
            objects: cells.map { cell -> any CellObject in
                cell.map { PuzzleCell($0.answer) } ?? BlockCell()
            })
    }

    /// The cells of the unsolved board.
    public var layout: [any CellObject] {
        var decorations: [CellIndex: CellDecoration] = [:]
        for clue in clues {
            decorations[clue.slot.cells[0]] = CellDecoration(number: clue.slot.number, label: clue.label)
        }
        return zip(CellIndex.all, cells).map { index, cell -> any CellObject in
            guard let cell else { return BlockCell() }
            let start = decorations[index] ?? .none
            let decoration = CellDecoration(
                number: start.number, label: start.label, isCircled: cell.isCircled, bars: cell.bars)
            return cell.isGiven
                ? GivenCell(cell.answer, decoration: decoration)
                : PuzzleCell(decoration: decoration, entries: entries)
        }
    }
}

extension Puzzle.Cell {
    fileprivate var values: Parameters {
        var values: [String: Parameters.Value] = ["answer": .text(answer.text)]
        if isCircled { values["circled"] = .flag(true) }
        if isGiven { values["given"] = .flag(true) }
        if !bars.isEmpty { values["bars"] = .texts(bars.names) }
        return Parameters(values)
    }

    fileprivate init(_ values: Parameters) throws(RuleViolation) {
        guard let text = try values.text("answer"), let answer = Letter(entry: text) else {
            throw RuleViolation(.invalidValue, "“answer” must be the letter or letters of a cell.")
        }
        self.init(
            answer, isCircled: try values.flag("circled") ?? false,
            isGiven: try values.flag("given") ?? false, bars: try CellBars(values)
        )
    }
}

extension CellBars {
    /// Reads the names in `bars`.
    fileprivate init(_ values: Parameters) throws(RuleViolation) {
        self = []
        for text in try values.list("bars") {
            guard case .text(let name) = text, let (_, side) = Self.named.first(where: { $0.name == name })
            else { throw RuleViolation(.invalidValue, "“bars” must be a list of “right” and “bottom”.") }
            insert(side)
        }
    }
}

extension Puzzle.Metadata {
    /// The texts that are not empty.
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
