import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("A Redis that has lost events in a failover", .serialized)
struct RedisLossTests {
    /// The game that a node plays, its letters, and what the node reported.
    private final class Node {
        let store: RedisEventStore
        var played: PlayedGame
        var losses: [GameID] = []

        /// Makes a game with the letter A, and follows it.
        init(_ world: RedisWorld) throws {
            store = try world.store()
            played = try PlayedGame("abc")
            let id = played.setup.id
            try world.append(played.whole, try played.letter("a", 0), to: store)
            store.onLoss = { [weak self] in self?.losses.append($0) }
            store.follow(id)
            _ = try world.stored(id, in: store)
        }

        var id: GameID { played.setup.id }

        func type(_ letter: String, _ cell: Int, in world: RedisWorld) throws -> AppendResult {
            try world.append(try played.letter(letter, cell), to: store)
        }
    }

    /// Types the letter B, and puts back Redis as it was before: a replica that lacks its last write.
    private func loseLetter(of node: Node, in world: RedisWorld) throws {
        let (files, copy) = (world.redis.folder + "/appendonlydir", world.redis.folder + "/copy")
        try FileManager.default.copyItem(atPath: files, toPath: copy)
        #expect(try node.type("b", 1, in: world).isComplete)
        world.redis.kill()
        try FileManager.default.removeItem(atPath: files)
        try FileManager.default.moveItem(atPath: copy, toPath: files)
        try world.redis.start()
    }

    /// Another node, which has read the game with the letter A alone, types from cell 9 on.
    private func typeAtAnotherNode(_ letters: [String], in world: RedisWorld) throws {
        let other = try world.store()
        var theirs = try PlayedGame("abc")
        _ = try theirs.letter("a", 0)
        for (place, letter) in letters.enumerated() {
            #expect(try world.append(try theirs.letter(letter, 9 + place), to: other).isComplete)
        }
    }

    @Test("is noticed without a command, and once")
    func compared() throws {
        try RedisWorld.run { world in
            let node = try Node(world)
            try loseLetter(of: node, in: world)
            world.serve { !node.losses.isEmpty }
            node.store.compareVersions()
            #expect(try world.stored(node.id, in: node.store).state.sequence.value == 1)
            #expect(node.losses == [node.id])
        }
    }

    @Test("refuses a command that builds on a lost event, and accepts the next after the game is read again")
    func appended() throws {
        try RedisWorld.run { world in
            let node = try Node(world)
            try loseLetter(of: node, in: world)
            #expect(try node.type("c", 2, in: world).failure != nil)
            #expect(node.losses == [node.id])
            let stored = try world.stored(node.id, in: node.store)
            #expect(stored.state.boards[0].text.hasPrefix("A."))
            node.played = try PlayedGame("abc")
            _ = try node.played.letter("a", 0)
            #expect(try node.type("d", 3, in: world).isComplete)
            #expect(node.losses == [node.id])
        }
    }

    @Test("is noticed when another node has written other events in place of the lost ones")
    func replaced() throws {
        try RedisWorld.run { world in
            let node = try Node(world)
            try loseLetter(of: node, in: world)
            try typeAtAnotherNode(["x"], in: world)
            #expect(try node.type("c", 2, in: world).failure != nil)
            #expect(node.losses == [node.id])
        }
    }

    @Test("is noticed when another node has written more events than were lost")
    func overtaken() throws {
        try RedisWorld.run { world in
            let node = try Node(world)
            try loseLetter(of: node, in: world)
            try typeAtAnotherNode(["x", "y", "z"], in: world)
            world.serve { !node.losses.isEmpty }
            #expect(try world.stored(node.id, in: node.store).state.boards[0].text.contains("X/YZ"))
        }
    }
}
