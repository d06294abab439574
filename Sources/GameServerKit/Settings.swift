package import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// The server's options, limits and timeouts, except those of connections, which are in `HTTPServerSettings`.
package nonisolated struct Settings {
    package init() {}

    /// The address to listen on.
    package var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    package var port: UInt16 = 8080
    /// The folder of the web page, and those with files to add to it; without the first, it is searched for.
    package var staticFolders: [String] = []
    /// Whether pages for developers are served.
    package var isDevelopment = false
    /// Word list files, in addition to those that come with the page.
    package var lexicons: [LexiconSource] = []
    /// The folders of language packs, or the names of shipped ones.
    package var packs: [String] = []
    /// The number of event loops, at least 1; the first one also runs the games.
    package var ioThreads = defaultIOThreads
    /// One event loop for each core except one, which is left to the games and the store.
    package static let defaultIOThreads = min(
        max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), maximumIOThreads)
    package static let maximumIOThreads = 64
    /// Whether limits per address apply; limits per player always do.
    package var addressLimits = true
    /// The host names of this server, besides `localhost` and its addresses.
    package var publicHosts: Set<String> = []
    /// The proxies that report the addresses of clients.
    package var trustedProxies: [AddressBlock] = []
    /// The header in which they report them, in lower case.
    package var proxyHeader = TrustedProxies.defaultHeader
    var proxies: TrustedProxies { TrustedProxies(blocks: trustedProxies, header: proxyHeader) }
    /// The path of a larger site under which a proxy serves this server.
    var basePath = BasePath.root
    /// The origins whose pages may use the API.
    package var crossOrigins: Set<String> = []
    var crossOrigin: CrossOrigin? { crossOrigins.isEmpty ? nil : CrossOrigin(origins: crossOrigins) }
    /// The origins whose pages may embed the page.
    package var frameAncestors: [String] = []
    /// The certificate and key; nil for plain HTTP.
    package var tls: TLSContext?
    /// The scheme of the server's URLs.
    package var scheme: String { tls == nil ? "http" : "https" }

    /// The format of the log and of the access log.
    package var logFormat = LogFormat.logfmt
    /// The file of the access log, `-` for standard output; nil for none.
    package var accessLog: String?
    /// Requests that take longer are logged; nil logs none.
    package var slow: Duration?

    /// The maximum size of the store's data, in bytes; nil for no limit.
    package var maxData: Int? = 10_000_000_000
    /// The interval between measurements of the store's data.
    static let dataSizeInterval = Duration.seconds(2)
    /// The maximum number of events of a game; the journal of an endless game is trimmed instead.
    package var eventsPerGame = 10_000

    /// The time zone of the server's day.
    var timeZone = TimeZone.gmt
    /// The secret of the daily tasks; nil for the tasks that all servers without a secret share.
    var dailySecret: DailySecret?

    /// The folder of the database, of the control socket and of the list of banned addresses.
    package var dataFolder = "data"
    /// How long finished games are kept after their end; nil for ever.
    package var keepFinished: Duration? = .seconds(365 * 86_400)
    /// How long other games are kept after their last event; nil for ever.
    package var keepIdle: Duration? = .seconds(30 * 86_400)
    /// The interval between steps of pruning, each of which looks at `pruningStep` games.
    static let pruningInterval = Duration.milliseconds(250)
    static let pruningStep = 100
    /// The number of events that pruning deletes at a time, some milliseconds of the store's time.
    static let prunedEvents = 1000
    /// The longest pause before pruning begins, and between two passes over all games.
    static let pruningPause = Duration.seconds(600)
    /// The maximum number of keys whose holders are in memory.
    static let cachedKeys = 10_000
    /// How exactly the last use of a key is recorded.
    static let keyUseInterval = Duration.seconds(3600)
    /// The maximum number of keys of a player.
    static let keysPerPlayer = 20
    /// The lifetime of a code that links another device.
    static let codeLifetime = Duration.seconds(300)
    /// The number of wrong codes that an address may try.
    static let wrongCodes = Allowance(.wrongCodes, perSecond: 10.0 / 60, burst: 10)
    /// The maximum size of an answer that is stored for a repetition of its request, in bytes.
    static let rememberedAnswer = 128 * 1024
    /// The length of the ids of challenges, which are as hard to guess as those of games.
    static let challengeIDLength = 10
    /// The largest body that makes a challenge, in bytes: 500 words with clues.
    static let challengeBytes = 128 * 1024
    /// The number of results in a challenge's JSON, besides the reader's own.
    static let challengeResults = 100
    /// The lifetime of a room's code.
    static let roomCodeLifetime = Duration.seconds(7200)
    /// The number of wrong codes with the same first digit after which a room's code is void.
    static let wrongCodesPerRoomCode = 100
    /// The number of attempts to draw digits that no other room has.
    static let roomCodeTries = 20
    /// The number of players of all past games that a room shows together: a hundred games of twelve.
    static let playersOfShownGames = 1200
    /// The number of games in a player's profile.
    static let recentGames = 20
    /// The number of rooms in a player's profile.
    static let recentRooms = 50
    /// The newest games and rooms of a player in which the seat follows a change of the player's name or
    /// colour: so many that both together are no more edits than an address may make at once.
    static let renamedSeats = 100
    /// The interval between checks of the lengths of endless games' journals.
    package var trimmingInterval = Duration.seconds(60)
    /// The maximum number of banned addresses and networks.
    static let bans = 1000
    /// The number of stored games that commands of `GameServer admin` read at a time.
    static let administrationPage = 50

    /// The hosts to which rooms may post; none switches webhooks off.
    var webhookHosts = WebhookHosts()
    /// When a failed post of a webhook is tried again.
    var webhookRetry = WebhookRetry()
    /// The interval between checks for webhooks that are due.
    static let webhookInterval = Duration.seconds(1)
    /// The maximum number of concurrent posts, at most one for each host.
    static let webhooksAtOnce = 8
    /// The maximum number of rooms that wait for their posts.
    static let webhookRooms = 10_000
    /// The maximum number of past days that are posted late, after the server was down.
    static let webhookDays = 7
    /// How long a node has to record the outcome of its post before others may; longer than a request can
    /// take.
    static let webhookClaim = Duration.seconds(120)
    /// The maximum number of attempts to record an outcome while the store fails.
    static let webhookRecordings = 20

    /// When and where backups are made; nil for never.
    var backups: ScheduledBackups.Schedule?

    /// A listening socket inherited from another process.
    package var listenDescriptor: Int32?

    /// The maximum number of spectator streams per game.
    package var spectatorsPerGame = 2000

    /// The longest wait of a long poll, in seconds.
    static let maximumPollWait = 25
    static let pollsPerAddress = 64
    static let streamsPerAddress = 32
    /// The maximum number of streams of a member of a room, over the room and its games, and likewise of
    /// polls.
    static let streamsPerMember = 8
    static let gamesPerStream = 16
    /// The interval between heartbeats on a stream.
    static let heartbeat = Duration.seconds(15)
    /// The `retry` field of Server-Sent Events, in milliseconds.
    static let retryMilliseconds = 2000
    /// A stream with more unsent bytes than this skips history and gets a snapshot later.
    static let streamBacklog = 64 * 1024
    /// The same for streams of pictures: two or three pictures.
    static let pictureBacklog = 8 * 1024
    /// The interval between snapshots for streams that have fallen behind.
    static let catchUpInterval = Duration.seconds(1)
    /// How long presence changes are collected before they are announced.
    static let presenceDelay = Duration.milliseconds(200)
    /// How long a player counts as present after a brief stream.
    ///
    /// A hidden page asks for another one within that time: browsers run its timers once a minute.
    static let returnTime = Duration.seconds(75)
    /// How long a brief stream collects news before it ends.
    static let newsDelay = Duration.milliseconds(100)
    /// The shortest interval at which a game shares its presence with the other nodes.
    static let presenceSharingInterval = Duration.milliseconds(250)
    /// The time in which the other nodes report who is connected to a game that was just woken.
    static let presenceReportTime = Duration.milliseconds(500)
    /// The interval at which a game repeats its presence to the other nodes while anybody is there.
    static let presenceSharingRefresh = Duration.seconds(10)
    /// The maximum number of other nodes whose presence a game tracks.
    static let nodesPerGame = 64
    /// A player without any activity for this long is absent: the others need no consent, and may remove the
    /// player.
    static let absence = Duration.seconds(60)
    /// The shortest time between two attempts to apply a game's deadline.
    static let minimumDeadlineDelay = Duration.milliseconds(50)
    /// The interval between searches for idle seats in the lobby.
    static let seatSweep = Duration.seconds(60)
    /// A lobby seat without any activity for this long is freed.
    static let lobbySeatTimeout = Duration.seconds(600)
    /// The maximum number of lobby seats that were taken from one address.
    static let lobbySeatsPerAddress = 3
    /// The number of removed players and addresses that are remembered; the oldest are forgotten first.
    ///
    /// One address cannot flush the entries of others by removing its own players in its 500 new games a day.
    static let removedPlayers = 100_000
    /// How long the address of a player stays out of the room from which the host has removed them.
    static let removedAddressLifetime = Duration.seconds(86_400)
    /// How long somebody must have been a member of a room to be asked about its next game.
    package var votingMembership = Duration.seconds(60)

    static let playerEdits = Allowance(.edits, perSecond: 20, burst: 40)
    static let playerCursorMoves = Allowance(.cursorMoves, perSecond: 20, burst: 40)
    static let playerReactions = Allowance(.reactions, perSecond: 1, burst: 6)
    static let addressEdits = Allowance(.edits, perSecond: 100, burst: 200)
    /// The part of an edit, and of the work for a request, that the address of a room's member is charged.
    ///
    /// A class shares one address: with a quarter, each of sixty can type six letters a second.
    static let memberPart = 0.25
    static let addressGames = Allowance(.games, perSecond: 1, burst: 20)
    /// New players; the burst lets a whole class begin at once.
    static let addressPlayers = Allowance(.players, perSecond: 1, burst: 60)
    /// New games, puzzles and players.
    static let addressCreations = Allowance(.creations, perSecond: 500.0 / 86_400, burst: 500)
    /// The bytes that an address may store: 25 MB, and as much again in the course of each day.
    static let addressData = Allowance(.bytes, perSecond: 25e6 / 86_400, burst: 25e6)
    /// The approximate bytes of an event with a move id in the database; 206 were measured for a letter.
    static let eventBytes = 256
    /// The approximate bytes of a new player.
    static let playerBytes = 1024
    /// The approximate nanoseconds in which the store writes an event.
    static let eventWork: Int64 = 10_000
    /// The approximate bytes of a new game or puzzle without its file.
    static let gameBytes = 8192
    /// The events by which visitors may take, leave and recolour seats of one game.
    ///
    /// A class of forty people at one address joins at once; in a day one address takes some 500 seats.
    static let seatChanges = JournalShare(
        player: Allowance(.seatChanges, perSecond: 1.0 / 300, burst: 100),
        address: Allowance(.seatChanges, perSecond: 1.0 / 300, burst: 240),
        everybody: Allowance(.seatChanges, perSecond: 1.0 / 30, burst: 2400))
    /// The other events that visitors may add to a game of at most `count` events.
    ///
    /// A quarter is reserved for the host, so that visitors from many addresses cannot end a game.
    static func play(eventsPerGame count: Int) -> JournalShare {
        let count = Double(count)
        let aDay = count / 10 / 86_400
        return JournalShare(
            player: Allowance(.play, perSecond: aDay, burst: count / 10),
            address: Allowance(.play, perSecond: aDay, burst: count / 2),
            everybody: Allowance(.play, perSecond: aDay, burst: count * 3 / 4))
    }
    /// The work that an address may cause on each kind of thread, in microseconds; see ``WorkKind``.
    static let mainWork = Allowance(.mainWork, perSecond: 100_000, burst: 500_000)
    static let storeWork = Allowance(.storeWork, perSecond: 100_000, burst: 500_000, debt: 10_000_000)
    static let workerWork = Allowance(.workerWork, perSecond: 500_000, burst: 5_000_000, debt: 32_000_000)
    /// The work of one turn of the event loop, in nanoseconds, after which requests wait for the next turn.
    static let turnWork: Int64 = 1_000_000
    /// The longest time before a request of an address that has used up its budget is refused.
    static let refusalPause = Duration.milliseconds(200)
    /// The maximum number of accounts of clients, of players, and of visitors of games.
    static let accounts = 50_000

    /// The approximate memory budget of games, in bytes; the least recently used games are evicted first.
    package var gameMemory = 40 << 20
    /// The fill level down to which games are evicted, in percent of `gameMemory`.
    static let gameMemoryAfterEviction = 80
    /// A game that was used within this time is not evicted.
    static let minimumIdleTime = Duration.milliseconds(100)
    /// The interval between checks of the memory budget, which is also checked for each new game.
    static let memorySweep = Duration.seconds(10)
    /// The maximum number of events that wait for the store; given the size of requests, less than 16 MiB.
    static let storeQueueCapacity = 10_000
    /// The maximum number of jobs that wait for one thread, such as analyses.
    static let queuedJobs = 1024
    /// The maximum number of jobs of one client that wait for one thread.
    static let queuedJobsPerClient = 16
    /// The number of cached bots for games, one for each combination of lexicon, scoring and ending.
    ///
    /// For English and the default scoring, a bot has tables of 26 MB; for other scorings, several times
    /// that.
    static let cachedBots = 4
    /// The number of cached tables of each kind for analysis.
    static let cachedAnalysts = 1
    /// The number of reviews that are kept in memory, of some 8 KB each.
    static let keptReviews = 256
    /// The number of games of others with which a review compares a game.
    static let comparedGames = 50
    /// The maximum number of events that are read of each of those games.
    static let comparedEvents = 2000
    /// The longest search for completions of a board.
    static let fillTimeLimit = Duration.seconds(2)
    /// The number of steps, 30 to 100 ms, after which a survey of a board's slots leaves hard questions
    /// undecided.
    static let slotSteps = 2500
    /// The number of cached surveys of boards, of up to 100 KB each.
    static let keptSurveys = 32
    /// The maximum number of words that a request about a board may include, and likewise avoid.
    static let ownWords = 1000
    /// The maximum size of a word list file.
    static let lexiconBytes = 64 << 20
    /// The maximum length of a line in a word list file.
    static let lexiconLineBytes = 4096
    /// The maximum number of attempts to apply a command when other nodes commit first.
    static let commandTries = 512
    /// The interval at which a node tries to take over a game's lease.
    static let leaseRetry = Duration.seconds(1)
    /// How long after a change of a player at another node the names in games are checked.
    static let nameCheck = Duration.seconds(2)
    /// How long a game of a room that starts by itself is announced before it starts.
    static let roomCountdown = Duration.seconds(3)
    /// The maximum number of events in an answer of `/history`.
    static let historyPage = 10_000
    /// The number of events that an export reads and sends at a time.
    static let exportPage = 256
    /// The maximum number of events after an opening that an export contains; a longer game becomes an
    /// opening alone.
    static let wholeExport = 1000
    /// How long an export pauses while the client has not read what was sent.
    static let exportPause = Duration.milliseconds(20)
    /// The maximum number of running exports per address, of games longer than `exportPage`.
    static let exportsPerAddress = 4
    static let defaultGamesPage = 20
    static let maximumGamesPage = 100
    static let defaultLeadersPage = 20
    static let maximumLeadersPage = 100
    /// The maximum size of one file of the page.
    static let staticFileBytes = 1 << 20
    /// The maximum total size of the page's files.
    static let staticFolderBytes = 16 << 20
    /// The number of cached compressed variants of a document, with different tags in the head.
    static let preparedPages = 64
    /// The number of addresses of the server for which the compressed page about the API is cached.
    static let preparedDocumentations = 4
    /// The number of edits that a request for an address without a cached page costs, because compressing
    /// takes as long.
    static let documentationEdits = 50
    /// The maximum size of an imported game, in bytes: some 2,000 events.
    static let importBytes = 256 << 10
    /// How long connections may take to finish when the server stops.
    static let drainTimeout = Duration.seconds(8)
    /// How long the whole shutdown may take.
    package static let stopTimeout = Duration.seconds(10)

    /// The settings of the HTTP server's connections.
    var connections: HTTPServerSettings {
        var connections = HTTPServerSettings()
        connections.publicHosts = publicHosts
        connections.enforcesAddressLimits = addressLimits
        connections.unlimitedAddresses = trustedProxies
        connections.tls = tls
        connections.limits.bodyAtPath = [
            Transfer.importPath: Self.importBytes, Puzzles.path: PuzzleFile.maximumBytes,
            ChallengeResource.path: Self.challengeBytes,
        ]
        connections.shareDescriptors(among: ioThreads)
        return connections
    }
}
