import CZlib

/// A picture with at most 256 colours.
///
/// Format: W3C, Portable Network Graphics (Third Edition), 2025.
nonisolated struct PNG {
    /// Red, green and blue of each colour.
    let palette: [UInt32]
    let width: Int
    let height: Int
    /// The numbers of the pixels' colours, row by row.
    private var pixels: [UInt8]

    /// A picture in the first colour.
    init(width: Int, height: Int, palette: [UInt32]) {
        (self.width, self.height, self.palette) = (width, height, palette)
        pixels = Array(repeating: 0, count: width * height)
    }

    /// Fills a rectangle, which must lie in the picture.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: Int) {
        for row in y..<y + height {
            let start = row * self.width + x
            pixels.replaceSubrange(start..<start + width, with: repeatElement(UInt8(colour), count: width))
        }
    }

    /// The file; nil if zlib fails.
    var file: [UInt8]? {
        // Each row begins with its filter: 0, none.
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        for row in 0..<height {
            rows.append(0)
            rows += pixels[row * width..<(row + 1) * width]
        }
        guard let data = Self.deflated(rows) else { return nil }
        let header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, 3, 0, 0, 0]
        let colours = palette.flatMap { Self.bytes($0).dropFirst() }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("PLTE", colours) + Self.chunk("IDAT", data) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
        let checked = Array("\(type)".utf8) + data
        let sum = checked.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
        return bytes(UInt32(data.count)) + checked + bytes(UInt32(sum))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(UInt(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&output, &length, bytes, UInt(bytes.count), 6) == Z_OK else { return nil }
        return Array(output.prefix(Int(length)))
    }
}
