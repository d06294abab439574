import EventIO
import Foundation

/// Every limit and wait of the server beside those of connections (`HTTPServerSettings`), each with its unit.
nonisolated struct Settings {
    /// The address to listen on.
    var host = "127.0.0.1"
    /// 0 lets the system pick.
    var port: UInt16 = 8080
    /// The folder of the page; nil looks for `static` beside the program.
    var staticFolder: String?
    /// Files of words by the name of their lexicon, besides those that come with the page.
    var lexicons: [LexiconSource] = []
    /// Event loops, at least 1; the first one also runs the games.
    var ioThreads = usualIOThreads
    /// One for every core beyond the first, whose work is the games and the store.
    static let usualIOThreads = min(max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), mostIOThreads)
    static let mostIOThreads = 64
    /// Whether limits by address apply; players are limited always.
    var addressLimits = true
    /// Names by which people reach this server, besides `localhost` and its addresses.
    var publicHosts: Set<String> = []
    /// The proxies whose `Forwarded` and `X-Forwarded-For` are believed.
    var trustedProxies: [AddressBlock] = []
    /// What TLS is spoken with; nil for plain HTTP.
    var tls: TLSContext?
    /// The first word of our links.
    var scheme: String { tls == nil ? "http" : "https" }

    /// Where games are kept.
    var store = StoreKind.sqlite
    /// Whether a Redis is taken that may forget what it has acknowledged.
    var allowsWeakDurability = false
    /// The folder in which games are kept.
    var dataFolder = "data"
    /// A listening socket that was inherited from another process.
    var listenDescriptor: Int32?

    /// Streams without a seat that follow one game.
    var spectatorsPerGame = 2000

    /// The longest wait of a long poll, in seconds.
    static let longestWait = 25
    /// Parked polls of one address.
    static let pollsPerAddress = 64
    /// Streams of one address.
    static let streamsPerAddress = 32
    /// Missing events that a stream is given one by one; with more it gets a snapshot.
    static let resumableEvents = 256
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
    /// How long they believe it.
    static let attendanceLife = Duration.seconds(25)
    /// Bytes of what they are told: more than all seats with their cursors take.
    static let attendanceBytes = 2048
    /// Spectators at one server that others believe.
    static let mostSpectators = 1_000_000
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
    var gameMemory = 40 << 20
    /// How full of games the memory is, in percent of `gameMemory`, once some have left it.
    static let gameMemoryAfterLeaving = 80
    /// A game that was asked for within this time does not leave the memory.
    static let wakefulness = Duration.milliseconds(100)
    /// How often the memory of games is looked at, besides when one more comes.
    static let memorySweep = Duration.seconds(10)
    /// Events that wait for the store: with what requests may hold they stay below 16 MiB.
    static let storeQueue = 10_000
    /// Questions to the store that wait, and that are with its thread at once.
    static let storeQuestions = 4096
    static let storeQuestionsAtOnce = 4
    /// How long anybody waits for the store before being told that it does not answer.
    static let storePatience = Duration.seconds(3)
    /// How often a store in trouble is tried again.
    static let storeRetry = Duration.seconds(1)
    /// How often Redis is asked whether it is there, and told that this server lives.
    static let redisBeat = Duration.seconds(1)
    /// How long Redis may be silent before its connection is given up.
    static let redisSilence = Duration.seconds(5)
    /// How long one waits before connecting to Redis anew: at first, and at most.
    static let redisShortestPause = Duration.milliseconds(50)
    static let redisLongestPause = Duration.seconds(2)
    /// Questions that are on their way to Redis at once.
    static let redisQuestionsAtOnce = 64
    /// Events, or games, that one question to Redis asks for.
    static let redisPage = 4096
    /// How often games that are followed are compared with Redis, for news that were lost on the way.
    static let newsComparison = Duration.seconds(3)
    /// For how long one server may act for a game without saying so again.
    static let leaseLifetime = Duration.seconds(3)
    /// How long a debt to the leaderboards is left to who has made it.
    static let debtPatience = Duration.seconds(10)
    /// Games of days in which one token is remembered.
    static let dailyGamesPerToken = 1000
    /// How often the store notes that the server lives, so that clocks stand still while it does not.
    static let pulse = Duration.seconds(1)
    /// Events from one snapshot of a game to the next.
    static let snapshotInterval = 128
    /// Questions for analysis that wait to be thought about.
    static let analysesWaiting = 64
    /// Bots that are kept for games, each for one lexicon, scoring and end; for English and the usual scoring
    /// one has tables of 26 MB, for unusual ones several times that.
    static let botsKept = 4
    /// How long one search for completions of a board may take.
    static let longestFill = Duration.seconds(2)
    /// The longest file of words, and the longest line in one.
    static let lexiconBytes = 64 << 20
    static let lexiconLineBytes = 4096
    /// How often a command is applied anew because another server was quicker, in all.
    static let commandTries = 64
    /// How often a server looks whether the one that acts for a game still does.
    static let leaseRetry = Duration.seconds(1)
    /// How long the answer to a move id is kept.
    static let moveLifetime = Duration.seconds(86_400)
    /// Move ids that one game remembers.
    static let movesPerGame = 10_000
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
    /// Nesting of JSON.
    static let jsonDepth = 8
    /// How long the connections may take to end when the server stops, and the whole stop.
    static let drain = Duration.seconds(8)
    static let stop = Duration.seconds(10)

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
