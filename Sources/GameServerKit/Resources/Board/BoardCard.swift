import EventIO
import GameCore
import GameJSON
import GameStore

/// `GET /games/{id}/card.png`: the board as a picture of the size that chats show below a link.
enum BoardCard {
    static let routes = [Route(.get, "/games/{id}/card.png", game: .named, cost: .addressEdit, show)]

    /// Draws the board that the viewer may see: the shared one, that of `?seat`, the viewer's own, or the first one.
    private static func show(_ call: GameCall) throws -> Outcome {
        let (state, viewer) = (call.game.committed, call.player.seat)
        let seat = try Query(call.request.query).number("seat", in: 1...Seat.all.count) ?? viewer?.number
        let number = state.hasPrivateBoards ? seat ?? state.boards.first?.number : 0
        guard let number, let board = state.boards.numbered(number) else { throw Problem.noSuchBoard }
        guard state.shows(number, to: viewer) else {
            throw Problem.hidden("This board is hidden until the game ends.")
        }
        let sequence = BoardDocument.tag(state.sequence, board: number, epoch: call.world.store.epoch)
        let tag = "\"card-" + sequence.dropFirst()
        let headers = [(name: "ETag", value: tag), (name: "Vary", value: "Authorization")]
        let security = BoardDocument.security(.svg, of: state)
        if let known = call.request.header("if-none-match"), EntityTags.weaklyMatch(known, tag) {
            return .answer(Reply.empty(304, headers: headers, security: security))
        }
        try call.world.workers.analysis.run(for: try call.call.requester(.worker)) {
            board.card
        } _: { file in
            guard let file else { return call.call.finish(.failure(.storeBusy)) }
            call.call.finish(
                .success(
                    Reply.response(200, "image/png", file, headers, cache: "no-cache", security: security)))
        }
        return .later
    }
}

nonisolated extension BoardState {
    /// The board as a PNG file of 1200 by 630 pixels, the size of the Open Graph protocol's previews.
    var card: [UInt8]? {
        var picture = PNG(width: 1200, height: 630, palette: CardColour.allCases.map(\.rgb))
        let side = Card.pitch * CellIndex.side + Card.gap
        let (left, top) = ((picture.width - side) / 2, (picture.height - side) / 2)
        picture.fill(x: left, y: top, width: side, height: side, CardColour.tray.number)
        for index in CellIndex.all {
            let x = left + Card.gap + index.column * Card.pitch
            let y = top + Card.gap + index.row * Card.pitch
            Card.draw(object(at: index), x: x, y: y, on: &picture)
        }
        return picture.file
    }
}

/// The measures of a card, in pixels.
private nonisolated enum Card {
    static let cell = 104
    static let gap = 8
    static let pitch = cell + gap
    /// The side of the squares that letters consist of.
    private static let dot = 10

    static func draw(_ object: any CellObject, x: Int, y: Int, on picture: inout PNG) {
        let (ground, ink) = CardColour.of(object)
        picture.fill(x: x, y: y, width: cell, height: cell, ground.number)
        guard let letters = object.letter?.text.map(String.init) else { return }
        let dot = max(2, dot / letters.count)
        let width = (letters.count * (PixelFont.columns + 1) - 1) * dot
        let (left, top) = (x + (cell - width) / 2, y + (cell - PixelFont.rows * dot) / 2)
        for (number, letter) in letters.enumerated() where width <= cell {
            let start = left + number * (PixelFont.columns + 1) * dot
            for (row, bits) in PixelFont.rows(of: letter).enumerated() {
                for column in 0..<PixelFont.columns
                where bits >> UInt8(PixelFont.columns - 1 - column) & 1 == 1 {
                    picture.fill(
                        x: start + column * dot, y: top + row * dot, width: dot, height: dot, ink.number)
                }
            }
        }
    }
}

/// The colours of a card, which are those of the page.
private nonisolated enum CardColour: CaseIterable {
    case paper, tray, surface, given, block, ink, hit, near, miss, wrong, revealed

    var rgb: UInt32 {
        switch self {
        case .paper: 0xF5F3EE
        case .tray: 0xE6E2D8
        case .surface: 0xFFFFFF
        case .given: 0xF0EDE5
        case .block: 0x4B4D52
        case .ink: 0x22252B
        case .hit: 0x2D7F46
        case .near: 0x96580A
        case .miss: 0x5A5D64
        case .wrong: 0xF3C4C0
        case .revealed: 0xCFE2F5
        }
    }

    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The colours of a cell and of its letter.
    static func of(_ object: any CellObject) -> (ground: Self, ink: Self) {
        switch object.mark {
        case .hit, .right: return (.hit, .surface)
        case .near: return (.near, .surface)
        case .miss: return (.miss, .surface)
        case .wrong: return (.wrong, .ink)
        case .revealed: return (.revealed, .ink)
        case .pencil, nil: break
        }
        switch object.style {
        case .block: return (.block, .surface)
        case .given: return (.given, .ink)
        case .plain, .bold: return (.surface, .ink)
        }
    }
}
