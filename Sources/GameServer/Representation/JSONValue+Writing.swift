nonisolated extension JSONWriter {
    /// A value as it was read, the keys of objects sorted.
    mutating func value(_ value: JSONValue) {
        switch value {
        case .text(let text): self.value(text)
        case .number(let number): self.value(number)
        // JSON has no sign for what is not finite.
        case .fraction(let fraction): literal(fraction.isFinite ? String(fraction) : "null")
        case .flag(let flag): self.value(flag)
        case .null: null()
        case .list(let list): array(list) { writer, element in writer.value(element) }
        case .object(let object):
            self.object { writer in
                for (key, value) in object.sorted(by: { $0.key < $1.key }) {
                    writer.key(text: key)
                    writer.value(value)
                }
            }
        }
    }
}
