package import Foundation
import GameCore

extension GameSnapshot {
    /// The snapshot as it is stored, just as Foundation would write it, which takes long for the cells.
    package var record: Data? {
        guard let state = try? JSONEncoder().encode(state) else { return nil }
        let json = JSONWriter.object(capacity: 2048) { json in
            json.key("state")
            json.value(json: Array(state))
            json.array("boards", boards) { json, cells in
                json.array(cells) { json, cell in cell.write(to: &json) }
            }
        }
        return Data(json)
    }

    /// A snapshot that was stored; nil when it cannot be read.
    package init?(record: Data) {
        guard let read = try? JSONDecoder().decode(GameSnapshot.self, from: record) else { return nil }
        self = read
    }
}

extension GameSnapshot.Cell {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            if let letter { json.field("l", letter) }
            if let mark { json.field("m", mark.rawValue) }
            if let by { json.field("b", by) }
            json.field("s", sequence)
        }
    }
}
