/// Bytes that grow at their end, in memory that nobody else can hold.
///
/// An array would ask at each append whether it is shared and how much room is left, in code of its own: that
/// was half of the time of writing JSON.
nonisolated struct ByteWriter: ~Copyable {
    private var memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// None yet, with room for `capacity`.
    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { memory.deallocate() }

    /// What was written, as an array of its own.
    var array: [UInt8] { Array(memory[..<count]) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == memory.count { makeRoom(for: 1) }
        memory[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if count + bytes.count > memory.count { makeRoom(for: bytes.count) }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    mutating func append(_ bytes: some Sequence<UInt8>) {
        bytes.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
            ?? bytes.forEach { append($0) }
    }

    private mutating func makeRoom(for more: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(2 * memory.count, count + more), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }
}
