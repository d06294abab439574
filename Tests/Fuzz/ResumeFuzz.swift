// A libFuzzer target: see run.sh.

import GameCore
import Logging

@testable import EventIO
@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// Checks one input: the Last-Event-ID with which a client resumes the stream of one game.
///
/// After a plus sign it is that of a stream of several games. The client must get exactly the events that it
/// has missed, or a snapshot.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzResume(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    let isShared = input.first == UInt8(ascii: "+")
    let text = String(decoding: input.dropFirst(isShared ? 1 : 0), as: UTF8.self)
    MainActor.assumeIsolated { check(text, isShared: isShared) }
    return 0
}

@MainActor
private func check(_ text: String, isShared: Bool) {
    guard let game = world?.games.lobby else { preconditionFailure("the lobby exists") }
    let format = StreamFormat(medium: .serverSentEvents, namesGame: isShared)
    let resume = Events.resumePoints(text, format, [game.id])
    let most = isShared ? text.count { $0 == "," } + 1 : 1
    precondition(resume.count <= most, "an id names at most one event")
    let follower = Follower(game, .spectator, format)
    let messages = follower.firstMessages(after: resume[game.id])
    let sent = messages.map { String(decoding: $0.raw, as: UTF8.self) } ?? ""
    let prefix = isShared ? "id: lobby:" : "id: "
    let sequences = sent.split(separator: "\n").filter { $0.hasPrefix(prefix) }.compactMap {
        Int($0.dropFirst(prefix.utf8.count))
    }
    let last = game.committed.sequence.value
    if let point = resume[game.id]?.value, point <= last, last - point <= StoreLimits.resumableEvents {
        precondition(sequences == Array(point..<last).map { $0 + 1 }, "the client gets the missed events")
    } else {
        precondition(sequences == [last] && sent.contains("event: snapshot\n"), "the client gets a snapshot")
    }
}

/// A world in which the lobby has more events than a stream can resume.
@MainActor private let world: World? = {
    guard let loop = try? EventLoop(), let store = try? MemoryEventStore(SampleGame.rules) else { return nil }
    let world = try? World(
        settings: Settings(), rules: SampleGame.rules, loop: MainLoop(loop: loop), store: store,
        log: Logger(label: "fuzz"))
    for number in 0..<(StoreLimits.resumableEvents + 44) {
        let letter = number / CellIndex.count % 2 == 0 ? "A" : "B"
        let entry = BoardEdit.Entry(cell: CellIndex.all[number % CellIndex.count], text: letter)
        world?.games.lobby.perform(.edit(BoardEdit(entries: [entry])), by: .spectator) { _ in }
    }
    loop.perform { loop.stop() }
    loop.run()
    return world
}()
