extension Decoder {
    /// Reads a number that stands under `key`, and what `make` makes of it.
    ///
    /// What was stored is not trusted to be in range: where `make` makes nothing of it, this throws
    /// `DecodingError.dataCorrupted`, saying what was `expected`.
    func checked<Key: CodingKey, Value>(
        _ key: Key, _ make: (Int) -> Value?, expected: String
    ) throws -> Value {
        let number = try container(keyedBy: Key.self).decode(Int.self, forKey: key)
        guard let value = make(number) else {
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: expected))
        }
        return value
    }
}
