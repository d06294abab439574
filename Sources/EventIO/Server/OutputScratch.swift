/// One piece of memory in which a loop puts the answers of one read together, so that they leave in one call.
///
/// It is lent to one connection at a time; whoever needs it next flushes it first. Loop thread only.
final class OutputScratch {
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var used = 0
    private(set) var holder: TCPConnection?
    /// Bytes written since the last reading of this number, to tell the size of an answer.
    var written = 0

    init() {}

    deinit { memory.deallocate() }

    /// Lends the memory to a connection.
    func lend(to connection: TCPConnection) {
        guard holder !== connection else { return }
        flush()
        holder = connection
    }

    /// Sends what is there and ends the loan.
    func flush() {
        guard let connection = holder else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: memory[0..<used])
        holder = nil
        used = 0
        connection.sendOrQueue(bytes)
    }

    /// Appends bytes; those that find no room push the ones before them out.
    @inline(__always)
    func write(_ bytes: UnsafeRawBufferPointer) {
        written += bytes.count
        guard used + bytes.count <= memory.count else {
            overflow(bytes)
            return
        }
        guard let source = bytes.baseAddress, let start = memory.baseAddress else { return }
        (start + used).copyMemory(from: source, byteCount: bytes.count)
        used += bytes.count
    }

    private func overflow(_ bytes: UnsafeRawBufferPointer) {
        guard let connection = holder else { return }
        flush()
        holder = connection
        guard bytes.count <= memory.count else {
            connection.sendOrQueue(bytes)
            return
        }
        memory.copyMemory(from: bytes)
        used = bytes.count
    }

    @inline(__always)
    func write(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0) }
    }

    /// Writes a number in decimal digits.
    func write(decimal number: Int) {
        var rest = number
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var index = 20
            repeat {
                index -= 1
                digits[index] = UInt8(0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            write(UnsafeRawBufferPointer(rebasing: digits[index...]))
        }
    }
}
