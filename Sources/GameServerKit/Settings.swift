package import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// Every limit and wait of the server beside those of connections (`HTTPServerSettings`), each with its unit.
package nonisolated struct Settings {
    /// The defaults.
    package init() {}

    /// The address to listen on.
    package var host = "127.0.0.1"
    /// 0 lets the system pick.
    package var port: UInt16 = 8080
    /// The folder of the page; nil looks for `static` beside the program.
    package var staticFolder: String?
    /// Files of words by the name of their lexicon, besides those that come with the page.
    package var lexicons: [LexiconSource] = []
    /// Event loops, at least 1; the first one also runs the games.
    package var ioThreads = usualIOThreads
    /// One for every core beyond the first, whose work is the games and the store.
    package static let usualIOThreads = min(
        max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), mostIOThreads)
    package static let mostIOThreads = 64
    /// Whether limits by address apply; players are limited always.
    package var addressLimits = true
    /// Names by which people reach this server, besides `localhost` and its addresses.
    package var publicHosts: Set<String> = []
    /// The proxies whose `Forwarded` and `X-Forwarded-For` are believed.
    package var trustedProxies: [AddressBlock] = []
    /// What TLS is spoken with; nil for plain HTTP.
    package var tls: TLSContext?
    /// The first word of our links.
    package var scheme: String { tls == nil ? "http" : "https" }

    /// A listening socket that was inherited from another process.
    package var listenDescriptor: Int32?

    /// Streams without a seat that follow one game.
    package var spectatorsPerGame = 2000

    /// The longest wait of a long poll, in seconds.
    static let longestWait = 25
    /// Parked polls of one address.
    static let pollsPerAddress = 64
    /// Streams of one address.
    static let streamsPerAddress = 32
    /// Games that one stream may follow.
    static let gamesPerStream = 16
    /// How often a stream hears that it lives.
    static let beat = Duration.seconds(15)
    /// What a stream's reader should wait before it comes again, in milliseconds.
    static let retryMilliseconds = 2000
    /// Bytes that a stream may lie behind before it gets a snapshot instead of history.
    static let streamBacklog = 64 * 1024
    /// How long comings and goings are gathered before they are announced.
    static let presenceDelay = Duration.milliseconds(200)
    /// How often, of one game, the other servers are told who is there: at most, and while anybody is.
    static let attendancePause = Duration.milliseconds(250)
    static let attendanceRepetition = Duration.seconds(10)
    /// Other servers of which one game knows who is there.
    static let serversPerGame = 64
    /// The shortest time after which a game is told again that its deadline has come.
    static let shortestDeadline = Duration.milliseconds(50)
    /// How often silent seats are looked for.
    static let seatSweep = Duration.seconds(60)
    /// How often streams that were left behind are looked at.
    static let catchUp = Duration.seconds(1)
    /// After this time without a sign of life a seat at the house board is free again.
    static let houseSeatIdle = Duration.seconds(600)

    /// Edits of one player: a second, at once.
    static let playerEdits = RateLimit(perSecond: 20, burst: 40)
    /// Edits of one address: a second, at once.
    static let addressEdits = RateLimit(perSecond: 100, burst: 200)
    /// Games made by one address: a second, at once.
    static let addressGames = RateLimit(perSecond: 1, burst: 20)
    /// Games made by one address within a day.
    static let addressGamesPerDay = RateLimit(perSecond: 500.0 / 86_400, burst: 500)
    /// Players and addresses whose rates are remembered.
    static let rememberedRates = 50_000

    /// Bytes, roughly, that games may take in memory; the longest idle leave it first.
    package var gameMemory = 40 << 20
    /// How full of games the memory is, in percent of `gameMemory`, once some have left it.
    static let gameMemoryAfterLeaving = 80
    /// A game that was asked for within this time does not leave the memory.
    static let wakefulness = Duration.milliseconds(100)
    /// How often the memory of games is looked at, besides when one more comes.
    static let memorySweep = Duration.seconds(10)
    /// Events that wait for the store: with what requests may hold they stay below 16 MiB.
    static let storeQueue = 10_000
    /// Questions for analysis that wait to be thought about.
    static let analysesWaiting = 64
    /// Bots that are kept for games, each for one lexicon, scoring and end; for English and the usual scoring
    /// one has tables of 26 MB, for unusual ones several times that.
    static let botsKept = 4
    /// The same for analysis.
    static let analystsKept = 1
    /// How long one search for completions of a board may take.
    static let longestFill = Duration.seconds(2)
    /// The longest file of words, and the longest line in one.
    static let lexiconBytes = 64 << 20
    static let lexiconLineBytes = 4096
    /// How often a command is applied anew because another server was quicker, in all.
    static let commandTries = 64
    /// How often a server looks whether the one that acts for a game still does.
    static let leaseRetry = Duration.seconds(1)
    /// Events in one answer of `/history`.
    static let historyPage = 10_000
    /// Events of an export that are read and sent at once; longer games go out in pieces.
    static let exportPage = 256
    /// How long an export waits before it looks whether its client has read on.
    static let exportPause = Duration.milliseconds(20)
    /// Exports of longer games that one address may have under way.
    static let exportsPerAddress = 4
    /// Games in one answer of `/games`: when nobody says, and at most.
    static let usualGamesPage = 20
    static let gamesPage = 100
    /// Names in one answer of `/leaderboards`: when nobody says, and at most.
    static let usualLeadersPage = 20
    static let leadersPage = 100
    /// Bytes of one file of the page, and of all together.
    static let staticFileBytes = 1 << 20
    static let staticFolderBytes = 16 << 20
    /// Bytes of a game that comes from another server over HTTP: some 2,000 events.
    static let importBytes = 256 << 10
    /// How long the connections may take to end when the server stops, and the whole stop.
    static let drain = Duration.seconds(8)
    package static let stop = Duration.seconds(10)

    /// What the connections need to know of it.
    var connections: HTTPServerSettings {
        var connections = HTTPServerSettings()
        connections.publicHosts = publicHosts
        connections.addressLimits = addressLimits
        connections.unlimitedAddresses = trustedProxies
        connections.tls = tls
        connections.limits.bodyAtPath = [
            Transfer.importPath: Self.importBytes, Puzzles.path: PuzzleFile.maximumBytes,
        ]
        connections.shareDescriptors(among: ioThreads)
        return connections
    }
}
