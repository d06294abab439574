import Foundation
import Testing

/// Runs every input of the corpus once, without a fuzzer: the seeds and the inputs that have failed before.
@MainActor
struct ReplayTests {
    private typealias Target = (UnsafePointer<UInt8>?, Int) -> Int32

    private let targets: [String: Target] = [
        "address": fuzzAddress, "body": fuzzBody, "http": fuzzHTTPParser, "ipuz": fuzzIPuz,
        "journal": fuzzJournal, "puz": fuzzAcrossLite, "request": fuzzRequests, "resume": fuzzResume,
    ]

    @Test(
        "every input of the corpus passes its target's checks",
        arguments: ["address", "body", "http", "ipuz", "journal", "puz", "request", "resume"])
    func inputs(corpus: String) throws {
        let target = try #require(targets[corpus])
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "corpus/\(corpus)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let input = [UInt8](try Data(contentsOf: file))
            #expect(input.withUnsafeBufferPointer { target($0.baseAddress, $0.count) } == 0)
        }
    }
}
