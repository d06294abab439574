/// The id of a request, as in the header `X-Request-Id` of its answer: 16 hexadecimal digits.
///
/// Each server counts its requests from a random number, so two requests have the same id only by chance.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    static let length = 16

    private(set) var number: UInt64

    init(number: UInt64) { self.number = number }

    static func random() -> RequestID { RequestID(number: .random(in: 0...UInt64.max)) }

    var next: RequestID { RequestID(number: number &+ 1) }

    /// The digits, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { room in
            if let start = room.baseAddress { write(to: UnsafeMutableRawPointer(start)) }
            return Self.length
        }
    }

    /// Writes the digits to `memory`, without a loop or a `String`, because every answer contains them.
    @inline(__always)
    func write(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: Self.digits(number >> 32).bigEndian, as: UInt64.self)
        memory.storeBytes(of: Self.digits(number & 0xFFFF_FFFF).bigEndian, toByteOffset: 8, as: UInt64.self)
    }

    /// The eight hexadecimal digits of a number below 2^32, one in each byte.
    private static func digits(_ number: UInt64) -> UInt64 {
        var values = (number | number << 16) & 0x0000_FFFF_0000_FFFF
        values = (values | values << 8) & 0x00FF_00FF_00FF_00FF
        values = (values | values << 4) & 0x0F0F_0F0F_0F0F_0F0F
        // 1 in each byte whose value is 10 or more, which becomes a letter.
        let letters = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        let distance = UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
        return values &+ 0x3030_3030_3030_3030 &+ letters &* distance
    }
}
