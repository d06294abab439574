/// A command in Redis's protocol, word by word; words are any bytes.
nonisolated struct RedisCommand: Sendable {
    private var count = 0
    private var words: [UInt8] = []

    init(_ words: String...) {
        for word in words { add(word) }
    }

    mutating func add(_ word: String) {
        var word = word
        word.withUTF8 { add(bytes: $0) }
    }

    mutating func add(_ number: some BinaryInteger) { add(String(number)) }

    mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { add(bytes: $0) } }

    private mutating func add(bytes: UnsafeBufferPointer<UInt8>) {
        count += 1
        words += "$\(bytes.count)\r\n".utf8
        words += bytes
        words += "\r\n".utf8
    }

    /// As it is sent.
    var bytes: [UInt8] { Array("*\(count)\r\n".utf8) + words }
}
