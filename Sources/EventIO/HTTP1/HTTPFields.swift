/// The header fields of one request: one run of bytes and the ranges in it, no `String` per field.
///
/// Names keep their spelling and are compared without regard to case; values are trimmed.
struct HTTPFields: Sendable {
    /// Where one field lies in `bytes`: the name from `start`, its value right after it.
    struct Place: Sendable {
        let start: UInt32
        let nameLength: UInt32
        let valueLength: UInt32
    }

    private(set) var bytes: [UInt8] = []
    private(set) var places: [Place] = []

    init() {}

    /// Makes room for as much as another request needed, so that the next one of a connection allocates once.
    init(asLargeAs other: HTTPFields) {
        bytes.reserveCapacity(other.bytes.count)
        places.reserveCapacity(other.places.count)
    }

    /// Appends one field whose bytes were already found valid.
    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        places.append(
            Place(
                start: UInt32(truncatingIfNeeded: bytes.count),
                nameLength: UInt32(truncatingIfNeeded: name.count),
                valueLength: UInt32(truncatingIfNeeded: value.count)))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    /// The values of a name, joined with ", ", or nil when there is none.
    ///
    /// Complexity: linear in the number of fields.
    func value(_ lowercasedName: String) -> String? {
        let wanted = lowercasedName.utf8
        let length = wanted.count
        var found: String?
        for place in places where Int(place.nameLength) == length && spells(place, wanted) {
            let start = Int(place.start) + length
            let text = String(decoding: bytes[start..<start + Int(place.valueLength)], as: UTF8.self)
            found = found.map { $0 + ", " + text } ?? text
        }
        return found
    }

    private func spells(_ place: Place, _ wanted: String.UTF8View) -> Bool {
        var index = Int(place.start)
        for byte in wanted {
            guard Byte.lowercased(bytes[index]) == byte else { return false }
            index += 1
        }
        return true
    }
}
