// The body: of a fixed length, or in chunks with trailers.
extension HTTPParser {
    mutating func takeFixedBody(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let taken = takeBytes(input) else { return nil }
        if remaining == 0 { stage = .whole }
        return taken
    }

    mutating func takeChunkData(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let taken = takeBytes(input) else { return nil }
        if remaining == 0 { stage = .chunkEnd }
        return taken
    }

    private mutating func takeBytes(_ input: UnsafeRawBufferPointer) -> Int? {
        guard !input.isEmpty else { return nil }
        let count = min(remaining, input.count)
        body.append(contentsOf: input.part(0..<count))
        remaining -= count
        return count
    }

    mutating func takeChunkEnd(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let first = input.first else { return nil }
        guard first == Byte.carriageReturn else { throw .malformedChunkEnd }
        guard input.count > 1 else { return nil }
        guard input[1] == Byte.lineFeed else { throw .malformedChunkEnd }
        stage = .chunkLine
        return 2
    }

    mutating func takeChunkLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let line = try line(in: input, atMost: limits.chunkLine, or: .chunkExtensionTooLong) else {
            return nil
        }
        let digits = line.firstIndex { Byte.hexadecimal($0) == nil } ?? line.count
        guard (1...8).contains(digits) else { throw .malformedChunkSize }
        try skipExtensions(line.part(digits..<line.count))
        let size = line.prefix(digits).reduce(0) { $0 << 4 + (Byte.hexadecimal($1) ?? 0) }
        guard size <= bodyLimit - body.count else { throw .bodyTooLarge }
        remaining = size
        stage = size > 0 ? .chunkData : .trailerLine
        return line.count + 2
    }

    private mutating func skipExtensions(_ bytes: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard let first = bytes.first else { return }
        guard first == 0x3B else { throw .malformedChunkSize }
        guard !bytes.contains(where: { Byte.isControl($0) }) else { throw .controlByteInExtension }
        extensionBytes += bytes.count
        guard extensionBytes <= limits.chunkExtensions else { throw .chunkExtensionTooLong }
    }

    /// Reads a trailer line and drops it: nothing that comes after the body may change the request.
    mutating func takeTrailerLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        let room = limits.trailerBytes - lineBytes
        guard let line = try line(in: input, atMost: room, or: .trailersTooLarge) else { return nil }
        lineBytes += line.count + 2
        guard !line.isEmpty else {
            stage = .whole
            return 2
        }
        guard trailerLines < limits.trailerLines else { throw .trailersTooLarge }
        trailerLines += 1
        _ = try readField(line)
        return line.count + 2
    }
}
