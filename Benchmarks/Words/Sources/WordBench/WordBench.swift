import Foundation
import GameCore

/// Prints figures of the word engine, one a line as `name value`: `WordBench speed|squares|bots WORDS [COMMON]`.
@main
struct WordBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: WordBench speed|squares|bots WORDS [COMMON]")
            exit(2)
        }
        let words = try read(arguments[2])
        let started = ContinuousClock.now
        let lexicon = try Lexicon(name: "bench", words: words)
        let ready = ContinuousClock.now - started
        switch arguments[1] {
        case "speed":
            say("ready", ready.milliseconds)
            say("bytes", Double(lexicon.footprint))
            Speed(lexicon).measure()
        case "squares": Squares(lexicon).count()
        default: BotStreams(lexicon).play()
        }
    }

    private static func read(_ path: String) throws -> [[Letter]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            line.compactMap { Letter(String($0)) }
        }
    }
}

func say(_ name: String, _ value: Double) {
    print(name, value)
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
    var nanoseconds: Double { self / .nanoseconds(1) }
}
