// A libFuzzer target: see run.sh.

import EventIO
import GameCore

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// Checks one input: the first byte selects the kind and the content type of the body that follows.
///
/// Reading must not crash, values round-trip, a refused command changes nothing, and replaying the events of
/// an accepted command leads to the same state.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    guard let kind = input.first else { return 0 }
    let types = ["application/json", "application/x-www-form-urlencoded", "text/plain", "application/a+json"]
    let request = HTTPRequest(
        method: .post, path: "/", headers: [("content-type", types[Int(kind >> 3) % types.count])],
        body: Array(input.dropFirst()))
    MainActor.assumeIsolated { check(request, kind: Int(kind % 8)) }
    return 0
}

@MainActor
private func check(_ request: HTTPRequest, kind: Int) {
    checkJSON(request.body)
    switch kind {
    case 0:
        if let body = try? CellEditBody(request, cell: CellIndex.all[kind]) { carryOut(body, as: .free) }
    case 1: if let body = try? CellEditBody(patch: request) { carryOut(body, as: .mini) }
    case 2: if let body = try? CellEditBody(patch: request) { carryOut(body, as: .guess) }
    case 3: checkNewGame(request)
    case 4: checkSeat(request)
    case 5: checkBoard(request)
    default: checkAction(request, kind == 6 ? .square : .mini)
    }
}

private func checkJSON(_ bytes: [UInt8]) {
    guard let value = try? InputReader.json(bytes), !value.hasFractions else { return }
    var writer = JSONWriter()
    writer.value(value)
    precondition((try? InputReader.json(writer.bytes)) == value, "a value round-trips")
    let text = String(decoding: writer.bytes, as: UTF8.self)
    guard let quick = FlatJSON.object(text) else { return }
    precondition(.object(quick) == value, "both readers agree")
}

@MainActor
private func carryOut(_ body: CellEditBody, as kind: SampleGame) {
    precondition(body.entries.count <= 25, "a cell is named once")
    let edit = BoardEdit(entries: body.entries)
    carryOut(.edit(edit), as: kind)
    if let move = body.move { _ = MoveKey(sender: .address("192.0.2.1"), id: move) }
}

@MainActor
private func carryOut(_ command: Command, as kind: SampleGame) {
    guard let game = try? kind.started() else { preconditionFailure("the game can be started") }
    for player in [Player(seat: Seat(1)), Player(seat: nil, isHost: true), .spectator] {
        var copy = game.state
        let before = game.state
        guard let events = try? game.apply(command, by: player, at: start + .seconds(1)) else {
            precondition(game.state == before, "a refused command changes nothing")
            continue
        }
        for event in events {
            precondition(copy.canApply(event), "an event can be applied to a copy of the state")
            copy.apply(event)
            precondition(event.hash == copy.hash, "replay equals live")
            let change = try? GameEvent.Change(record: event.change.record, at: event.time)
            let read = change.map { event.replacing($0).naming([event].names) }
            precondition(read == event, "an event round-trips through the journal")
        }
    }
    precondition(command.canonicalText == command.canonicalText, "the canonical text is deterministic")
}

@MainActor
private func checkNewGame(_ request: HTTPRequest) {
    let known = ["rules", "options", "title", "public"]
    guard let body = try? RequestBody.object(request, known: known),
        let rules = try? body.text("rules") ?? SampleGame.rules.defaultName,
        let options = try? body.object("options").parameters()
    else { return }
    if let text = try? body.text("title") { _ = try? GameTitle(text) }
    let bare = GameSetup(id: .lobby, rules: rules, options: options, created: start, seed: 5)
    // Some rule sets require a hidden answer.
    let answer = (try? SampleGame(rawValue: rules)?.setup())?.answer
    for setup in [bare, bare.withAnswer(answer)] {
        guard let game = (try? SampleGame.rules.newGame(setup)).map({ Game($0) }) else { continue }
        precondition((try? GameSetup(record: setup.record)) == setup, "a setup round-trips")
        _ = try? game.apply(.act("start", .none), by: Player(seat: nil, isHost: true), at: start)
    }
}

@MainActor
private func checkSeat(_ request: HTTPRequest) {
    guard let body = try? RequestBody.object(request, known: ["name", "colour", "level"]) else { return }
    if let text = try? body.text("name"), let name = try? PlayerName(text) {
        precondition((try? PlayerName(name.text)) == name, "a name round-trips")
        let colour = (try? body.text("colour")).flatMap { $0 }.flatMap(Colour.init(_:))
        carryOut(.takeSeat(name, colour), as: .free)
    }
    if let level = try? body.botLevel("level") { carryOut(.seatBot(level), as: .square) }
}

@MainActor
private func checkBoard(_ request: HTTPRequest) {
    guard let body = try? RequestBody.object(request, known: nil) else { return }
    if let alphabet = SampleGame.lexicons["en"]?.lexicon.alphabet {
        _ = try? body.guessRows("rows", alphabet)
    }
    guard let text = try? body.text("board"), let board = try? Board(text: text) else { return }
    precondition((try? Board(text: board.text))?.text == board.text, "a board round-trips")
    if let options = try? body.parameters() { _ = try? WordRules(options) }
}

@MainActor
private func checkAction(_ request: HTTPRequest, _ kind: SampleGame) {
    guard let body = try? RequestBody.object(request, known: nil), let parameters = try? body.parameters(),
        let game = try? kind.started()
    else { return }
    let host = Player(seat: nil, isHost: true)
    let names = game.controller.actions.available(to: Player(seat: Seat(1)), in: game.state).map(\.name)
    for name in Set(names + game.controller.actions.available(to: host, in: game.state).map(\.name)).sorted()
    {
        carryOut(.act(name, parameters), as: kind)
    }
    if let button = try? body.number("button") { carryOut(.answer(prompt: 1, button: button), as: .free) }
}
