import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("Journal records, snapshots and documents")
struct JournalRecordTests {
    @Test("every kind of event is read back from the journal unchanged, once people have their names")
    func events() throws {
        let played = try PlayedGame.withEverything("abc")
        #expect(Set(played.events.map(\.change.type)).count == 11)
        for event in played.events {
            #expect(!event.change.record.contains("Ann"))
            let read = event.replacing(try .init(record: event.change.record, at: event.time))
            #expect(read.naming([event].names) == event)
        }
    }

    @Test("a document does not tell whose seat has a new name, as a journal does")
    func people() throws {
        let json = #"{"type":"seat.renamed","seat":1,"name":"Eva","player":"pann0000000"}"#
        guard case .object(let fields) = JSONValue(parsing: json) else { return }
        let nobody = Person.guest(since: .zero)
        let time = Timestamp(milliseconds: 7)
        let name = try PlayerName("Eva")
        #expect(try GameEvent.Change(fields, at: time, form: .wire) == .seatRenamed(.first, name, of: nobody))
        let ann = Person.player(try #require(PlayerID("pann0000000")))
        #expect(try GameEvent.Change(record: json, at: time) == .seatRenamed(.first, name, of: ann))
    }

    @Test("the fast parser for flat JSON agrees with Foundation, or returns nil")
    func quickReader() throws {
        var records = try PlayedGame.withEverything("abc").events.map(\.change.record)
        records += [
            "", "{", "{}", "[]", #"{"a":1}"#, #"{"a":-1}"#, #"{"a":-0}"#, #"{"a":01}"#, #"{"a":1.5}"#,
            #"{"a":1e3}"#,
            #"{"a":true}"#, #"{"a":null}"#, #"{"a":"b"}x"#, #"{"a":"b",}"#, #"{"a":"b" }"#,
            #"{"a":"\u0041"}"#,
            #"{"a":"\n"}"#, "{\"a\":\"\n\"}", #"{"a":"é한😀"}"#, #"{"a":[1]}"#, #"{"a":{"b":1}}"#,
            #"{"a":999999999999999}"#,
            #"{"a":1234567890123456}"#, #"{"a":}"#, #"{"a"}"#, #"{"a":"b","c":"","d":0}"#, #"{"":""}"#,
        ]
        var random = SeededGenerator(seed: 1)
        for record in records {
            // Each record unchanged, and with one byte changed at random.
            for _ in 0..<200 {
                var bytes = Array(record.utf8)
                let slow = JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
                if let quick = FlatJSON.object(String(decoding: bytes, as: UTF8.self)) {
                    #expect(.object(quick) == slow)
                }
                guard let place = bytes.indices.randomElement(using: &random) else { continue }
                bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &random)
                let changed = String(decoding: bytes, as: UTF8.self)
                guard let quick = FlatJSON.object(changed), Set(keys(changed)).count == keys(changed).count
                else { continue }
                #expect(.object(quick) == JSONValue(parsing: changed), "\(changed)")
            }
        }
        #expect(FlatJSON.object(records[2]) != nil)
    }

    /// The keys of `text`; records with a duplicate key are skipped, because parsers may pick either value.
    private func keys(_ text: String) -> [Substring] {
        text.matches(of: /"([^"]*)":/).map(\.output.1)
    }

    @Test("a setup is read back unchanged")
    func setups() throws {
        let created = Timestamp(milliseconds: 1_700_000_000_123, away: 5)
        let first = GameSetup(
            id: .lobby, rules: "free",
            options: Parameters(["open": .flag(true), "n": .number(-3), "x": .null]),
            title: try GameTitle("“Tea” \\ é"), isPublic: true, created: created)
        let second = first.rematch(
            try #require(GameID("abc-2")), options: allRules.nextRoundOptions(first), at: created, seed: .max)
        for setup in [first, second] { #expect(try GameSetup(record: setup.record) == setup) }
    }

    @Test(
        "a record that is not a valid event is refused",
        arguments: [
            "", "[]", "{}", #"{"type":"cell.changed"}"#,
            #"{"type":"cell.changed","board":0,"cell":25,"value":"A","previous":""}"#,
            #"{"type":"cell.changed","board":0,"cell":1,"value":"A!","previous":""}"#,
            #"{"type":"cell.changed","board":0,"cell":1,"value":"A","previous":"","by":61}"#,
            #"{"type":"cell.changed","board":0,"cell":1,"value":"A","previous":"","cause":"Magic!"}"#,
            ##"{"type":"seat.taken","seat":1,"name":"","colour":"#2a9d8f"}"##,
            #"{"type":"seat.taken","seat":1,"name":"Ann","colour":"red"}"#,
            #"{"type":"prompt.opened","prompt":{"id":1}}"#, #"{"type":"game.finished","result":{}}"#,
            #"{"type":"rematch.started","game":"no such name"}"#,
        ])
    func badRecords(record: String) {
        #expect(throws: RuleViolation.self) {
            try GameEvent.Change(record: record, at: Timestamp(milliseconds: 0))
        }
    }

    // MARK: Documents

    private func object(_ document: GameDocument) throws -> [String: JSONValue] {
        let text = String(decoding: document.json, as: UTF8.self)
        guard case .object(let json) = JSONValue(parsing: text) else { return [:] }
        return json
    }

    @Test("an imported game keeps its times of day, and its clock continues where it stopped")
    func documents() throws {
        let played = try PlayedGame.withEverything("abc")
        let written = Timestamp(milliseconds: 10_000, away: 7)
        let document = GameDocument(setup: played.setup, events: played.events, written: written)
        let now = Timestamp(milliseconds: 500_000, away: 100_000)
        let id = try #require(GameID("new"))
        let read = try GameDocument(object(document), as: id, allRules, at: now)
        #expect(read.setup.id == id && read.setup.title == played.setup.title)
        #expect(read.events.map(\.time.milliseconds) == played.events.map(\.time.milliseconds))
        #expect(read.events.map(\.hash) == played.events.map(\.hash))
        #expect(now - read.setup.created == written - played.setup.created)
        #expect(try read.state(allRules).seats == played.game.state.seats)
    }

    @Test("a document with inconsistent events is refused")
    func badDocuments() throws {
        let played = try PlayedGame.withEverything("abc")
        let now = Timestamp.systemNow()
        func refused(_ change: (inout [String: JSONValue]) -> Void) throws -> Bool {
            var json = try object(GameDocument(setup: played.setup, events: played.events, written: now))
            change(&json)
            do {
                _ = try GameDocument(json, as: nil, allRules, at: now)
                return false
            } catch { return Problem(error).kind.status == 422 }
        }
        func events(_ json: [String: JSONValue]) -> [JSONValue] {
            if case .list(let events) = json["events"] { events } else { [] }
        }
        /// The events with the first event of `type` repeated at the end, with correct sequences and hashes.
        func twice(_ events: [JSONValue], _ type: String) -> [JSONValue] {
            let same = played.events.first { $0.change.type == type }
            guard let same, var state = played.states.first else { return events }
            var changes = played.events.map(\.change)
            changes.append(same.change)
            return changes.compactMap { change in
                let bare = GameEvent(
                    sequence: state.sequence.next, time: written, change: change, hash: StateHash(value: 0))
                state.apply(bare)
                var json = JSONWriter()
                GameEvent(sequence: bare.sequence, time: written, change: change, hash: state.hash)
                    .writeFull(to: &json)
                return JSONValue(parsing: String(decoding: json.bytes, as: UTF8.self))
            }
        }
        let written = played.events[0].time
        #expect(try !refused { _ in })
        #expect(try refused { $0["format"] = .text("chess") })
        #expect(try refused { $0["version"] = .number(2) })
        #expect(try refused { $0["events"] = nil })
        #expect(try refused { $0["events"] = .list(Array(events($0).dropFirst())) })
        #expect(try refused { $0["events"] = .list(events($0).dropLast(3) + events($0).suffix(2)) })
        #expect(try refused { $0["events"] = .list(events($0) + events($0).suffix(1)) })
        #expect(try refused { $0["setup"] = .object(["id": .text("abc"), "rules": .text("chess")]) })
        // Times whose sums would overflow.
        #expect(try refused { $0["away"] = .number(1 << 52) })
        #expect(try refused { $0["written"] = .text("99999-01-01T00:00:00.000Z") })
        // Events that the rules never produce.
        #expect(try refused { $0["events"] = .list(twice(events($0), "seat.taken")) })
        #expect(try refused { $0["events"] = .list(twice(events($0), "game.finished")) })
    }
}
