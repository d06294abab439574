import CHiredis
import DequeModule
import GameCore
import GameJSON
import GameStore

/// One connection to Redis on the loop: pipelined, and made again whenever it ends.
///
/// hiredis makes the socket, reads and writes; the loop says when. Its other interface, with callbacks, stops
/// the program by `assert` when a reply comes that it does not expect, and cannot ask a connection that only
/// listens whether it lives.
final class RedisConnection {
    typealias Answer = @MainActor (Result<RedisReply, RedisFailure>) -> Void
    /// Says what must be said first, and then whether the connection is of use: nil, or why not.
    typealias Greeting = @MainActor (RedisConnection, @escaping @MainActor (StoreFailure?) -> Void) -> Void

    /// Hears that commands may come (nil), or why they may not any more.
    var onChange: (StoreFailure?) -> Void = { _ in }
    /// Hears what nobody has asked for: messages, and that one has begun or ended to listen.
    var onPush: ([RedisReply]) -> Void = { _ in }
    /// Whether commands may come.
    private(set) var isReady = false

    private let address: RedisAddress
    private let loop: any RedisLoop
    private let greet: Greeting
    private var context: UnsafeMutablePointer<redisContext>?
    private var watch: (any SocketWatch)?
    private var isConnected = false
    private var isFlushing = false
    /// Who waits for an answer, in the order of the commands.
    private var waiting: Deque<Answer> = []
    private var heart: AnyObject?
    private var retry: AnyObject?
    private var attempts = 0
    private var heard = ContinuousClock.now
    private var lastBeat = ContinuousClock.now

    /// A connection that is not made before `open`; `greet` comes after password and database.
    init(_ address: RedisAddress, loop: any RedisLoop, greet: @escaping Greeting = { $1(nil) }) {
        self.address = address
        self.loop = loop
        self.greet = greet
    }

    /// Whether it is wanted.
    var isOpen: Bool { heart != nil }

    /// Connects, now and again after each end, until `close`.
    func open() {
        heart = loop.timer(after: RedisLimits.beat, repeating: true) { [weak self] in self?.beat() }
        connect()
    }

    /// Ends it for good; who still waits is told that it is lost.
    func close() {
        heart = nil
        end(StoreFailure(.lost), mayRetry: false)
    }

    /// Ends it and begins anew, greeting and all.
    func renew() {
        if context != nil { end(StoreFailure(.lost)) }
    }

    /// Sends `command`; `answer` is called once, in the order of the commands.
    func send(_ command: RedisCommand, _ answer: @escaping Answer) {
        guard context != nil else { return answer(.failure(.lost)) }
        waiting.append(answer)
        write(command)
    }

    /// Sends a command whose answer comes as a push, if it comes.
    func tell(_ command: RedisCommand) {
        if context != nil { write(command) }
    }

    // MARK: Beginning and end

    private func connect() {
        heard = .now
        let made: UnsafeMutablePointer<redisContext>? =
            switch address.place {
            case .host(let host, let port): redisConnectNonBlock(host, Int32(port))
            case .socket(let path): redisConnectUnixNonBlock(path)
            }
        context = made
        guard let made, made.pointee.err == REDIS_OK else { return end(Self.unreachable(made)) }
        // Of a socket in the file system it would be an error.
        if case .host = address.place { redisEnableKeepAlive(made) }
        watch = loop.watch(made.pointee.fd) { [weak self] in
            self?.read()
        } writable: { [weak self] in
            self?.isConnected = true
            self?.flush()
        }
        watch?.awaitsRoom = true
        introduce()
    }

    private func introduce() {
        // Each of these either succeeds or says why not, which ends the connection.
        let check: Answer = { [weak self] in self?.require($0) }
        if let password = address.password {
            var command = RedisCommand("AUTH")
            if let user = address.user { command.add(user) }
            command.add(password)
            send(command, check)
        }
        if address.database != 0 { send(RedisCommand("SELECT", "\(address.database)"), check) }
        send(RedisCommand("CLIENT", "SETNAME", "fivebyfive"), check)
        let made = context
        greet(self) { [weak self] complaint in
            guard let self, context == made, made != nil else { return }
            if let complaint { return end(complaint) }
            isReady = true
            attempts = 0
            onChange(nil)
        }
    }

    private func require(_ answer: Result<RedisReply, RedisFailure>) {
        if case .success(.refused(let words)) = answer {
            end(StoreFailure(reason: "Redis does not let us in.", detail: words))
        }
    }

    private static func unreachable(_ context: UnsafeMutablePointer<redisContext>?) -> StoreFailure {
        StoreFailure(reason: "Redis cannot be reached.", detail: context.map(words))
    }

    /// What hiredis says went wrong.
    private static func words(_ context: UnsafeMutablePointer<redisContext>) -> String {
        withUnsafeBytes(of: context.pointee.errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Lets go of the connection and, unless nobody wants it any more, makes it again after a while.
    private func end(_ why: StoreFailure, mayRetry: Bool = true) {
        watch?.cancel()
        watch = nil
        if let context { redisFree(context) }
        context = nil
        (isConnected, isReady) = (false, false)
        retry = nil
        if mayRetry {
            retry = loop.timer(after: Self.pause(attempts)) { [weak self] in self?.connect() }
            attempts += 1
        }
        let lost = waiting
        waiting = []
        onChange(why)
        for answer in lost { answer(.failure(.lost)) }
    }

    /// Twice as long each time, up to a limit, and never for two servers the same.
    private static func pause(_ attempts: Int) -> Duration {
        let longest = min(RedisLimits.shortestPause * (1 << min(attempts, 10)), RedisLimits.longestPause)
        return longest * Double.random(in: 0.5...1)
    }

    /// Asks whether Redis is there when nothing else does; ends what has been silent for too long.
    private func beat() {
        let now = ContinuousClock.now
        defer { lastBeat = now }
        // Who has slept itself has not listened.
        guard context != nil, now - lastBeat < RedisLimits.beat * 2 else { return heard = now }
        guard now - heard < RedisLimits.silence else {
            return end(StoreFailure(reason: "Redis does not answer."))
        }
        guard isReady, waiting.isEmpty else { return }
        if isListening { tell(RedisCommand("PING")) } else { send(RedisCommand("PING")) { _ in } }
    }

    /// Whether it has asked for messages: answers are pushes from then on.
    var isListening = false

    // MARK: Bytes

    private func write(_ command: RedisCommand) {
        guard let context else { return }
        command.bytes.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            _ = redisAppendFormattedCommand(context, start, bytes.count)
        }
        guard isConnected, !isFlushing else { return }
        isFlushing = true
        // Everything that this turn has to say goes out at once.
        loop.afterTurn { [weak self] in
            self?.isFlushing = false
            self?.flush()
        }
    }

    private func flush() {
        guard let context, isConnected else { return }
        var isDone: Int32 = 0
        guard redisBufferWrite(context, &isDone) == REDIS_OK else { return end(Self.unreachable(context)) }
        watch?.awaitsRoom = isDone == 0
    }

    private func read() {
        guard let context else { return }
        guard redisBufferRead(context) == REDIS_OK else { return end(Self.unreachable(context)) }
        heard = .now
        // An answer may end the connection, and then there is nothing more to read.
        while self.context == context {
            var found: UnsafeMutableRawPointer?
            guard redisGetReplyFromReader(context, &found) == REDIS_OK else {
                return end(Self.unreachable(context))
            }
            guard let found else { return }
            let reply = RedisReply(UnsafePointer(found.assumingMemoryBound(to: redisReply.self)))
            freeReplyObject(found)
            receive(reply)
        }
    }

    private func receive(_ reply: RedisReply) {
        if let answer = waiting.popFirst() { answer(.success(reply)) } else { onPush(reply.elements) }
    }
}

/// Hears what Redis has answered, or why there is no answer.
typealias RedisAnswer<Value> = @MainActor (Result<Value, RedisFailure>) -> Void

extension RedisConnection {
    /// Sends `command` and reads what is answered; what Redis refuses is a failure.
    func ask<Value>(
        _ command: RedisCommand, _ done: @escaping RedisAnswer<Value>,
        _ read: @escaping (RedisReply) throws -> Value
    ) {
        send(command) { answer in
            done(Result { try read(answer.get().accepted) }.mapError(RedisFailure.init))
        }
    }

    /// Sends `commands` one after the other without waiting, and answers when all are answered.
    func askAll(
        _ commands: [RedisCommand], _ done: @escaping @MainActor ([Result<RedisReply, RedisFailure>]) -> Void
    ) {
        guard !commands.isEmpty else { return done([]) }
        var answers: [Result<RedisReply, RedisFailure>] = []
        for command in commands {
            send(command) { answer in
                answers.append(Result { try answer.get().accepted }.mapError(RedisFailure.init))
                if answers.count == commands.count { done(answers) }
            }
        }
    }
}

nonisolated extension RedisReply {
    /// The reply, unless it is a refusal.
    fileprivate var accepted: RedisReply {
        get throws(RedisFailure) {
            if case .refused(let words) = self { throw .refused(words) }
            return self
        }
    }
}
