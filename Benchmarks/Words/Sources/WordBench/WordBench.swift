import Foundation
import GameCore

/// Prints measurements of the word engine as lines of `name value`.
@main
struct WordBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: WordBench speed|squares|bots WORDS")
            print("       WordBench guess WORDS ANSWERS")
            exit(2)
        }
        let words = try read(arguments[2])
        let answers = try arguments.count > 3 ? read(arguments[3]) : []
        let started = ContinuousClock.now
        let lexicon = try Lexicon(name: "bench", words: words, answers: answers)
        let ready = ContinuousClock.now - started
        switch arguments[1] {
        case "speed":
            say("ready", ready.milliseconds)
            say("bytes", Double(lexicon.footprint))
            Speed(lexicon).measure()
        case "squares": countSquares(lexicon)
        case "guess": GuessGames(lexicon).play()
        default: BotStreams(lexicon).play()
        }
    }

    private static func read(_ path: String) throws -> [[Letter]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            line.compactMap { Letter(String($0)) }
        }
    }

    /// Counts the boards whose ten lines are all five-letter words.
    private static func countSquares(_ lexicon: Lexicon) {
        var found = 0
        let time = ContinuousClock().measure { found = GridFiller(CodedBoard(), lexicon).count() }
        say("squares", Double(found))
        say("seconds", time.milliseconds / 1000)
    }
}

func say(_ name: String, _ value: Double) {
    print(name, value)
}

/// The CPU time of this thread in `work`, in milliseconds.
func processorTime(_ work: () -> Void) -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
    let started = now()
    work()
    return now() - started
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
    var nanoseconds: Double { self / .nanoseconds(1) }
}
