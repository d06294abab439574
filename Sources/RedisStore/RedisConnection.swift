import CHiredis
import DequeModule
import GameCore
import GameJSON
import GameStore

/// A pipelined connection to Redis on the event loop, which reconnects until it is closed.
///
/// hiredis owns the socket, and reads and writes when the loop reports readiness. Its asynchronous API is not
/// used: it aborts the process by `assert` on an unexpected reply, and cannot ping a connection that is
/// subscribed to channels.
final class RedisConnection {
    typealias Answer = @MainActor (Result<RedisReply, RedisFailure>) -> Void
    /// Sends the first commands of a connection; calls back with nil, or why the connection is unusable.
    typealias Handshake = @MainActor (RedisConnection, @escaping @MainActor (StoreFailure?) -> Void) -> Void

    /// Called with nil when the connection becomes ready, and with the reason when it fails.
    var onChange: (StoreFailure?) -> Void = { _ in }
    /// Called with messages and with confirmations of subscriptions.
    var onPush: ([RedisReply]) -> Void = { _ in }
    /// Whether the handshake has succeeded.
    private(set) var isReady = false

    private let address: RedisAddress
    private let loop: any RedisLoop
    private let handshake: Handshake
    private var context: UnsafeMutablePointer<redisContext>?
    private var watch: (any SocketWatch)?
    private var isConnected = false
    private var isFlushing = false
    /// The completions of the commands in flight, oldest first.
    private var waiting: Deque<Answer> = []
    private var heartbeatTimer: AnyObject?
    private var reconnectTimer: AnyObject?
    private var attempts = 0
    private var lastReceived = ContinuousClock.now
    private var lastHeartbeat = ContinuousClock.now

    /// Creates a closed connection; `handshake` runs after authentication and the choice of the database.
    init(_ address: RedisAddress, loop: any RedisLoop, handshake: @escaping Handshake = { $1(nil) }) {
        self.address = address
        self.loop = loop
        self.handshake = handshake
    }

    /// Whether `open` was called and `close` was not, so that a lost connection is replaced.
    var isOpen: Bool { heartbeatTimer != nil }

    /// Connects, and reconnects after each failure, until `close`.
    func open() {
        heartbeatTimer = loop.timer(after: RedisLimits.heartbeatInterval, repeating: true) { [weak self] in
            self?.heartbeat()
        }
        connect()
    }

    /// Disconnects for good; commands in flight fail with `.lost`.
    func close() {
        heartbeatTimer = nil
        disconnect(StoreFailure(.lost), reconnecting: false)
    }

    /// Disconnects and connects again, with a new handshake.
    func reconnect() {
        if context != nil { disconnect(StoreFailure(.lost)) }
    }

    /// Sends `command`; `answer` is called once, in the order of the commands.
    func send(_ command: RedisCommand, _ answer: @escaping Answer) {
        guard context != nil else { return answer(.failure(.lost)) }
        waiting.append(answer)
        write(command)
    }

    /// Sends a command that Redis answers with a push or not at all.
    func sendWithoutReply(_ command: RedisCommand) {
        if context != nil { write(command) }
    }

    // MARK: Connecting

    private func connect() {
        lastReceived = .now
        let made: UnsafeMutablePointer<redisContext>? =
            switch address.endpoint {
            case .host(let host, let port): redisConnectNonBlock(host, Int32(port))
            case .socket(let path): redisConnectUnixNonBlock(path)
            }
        context = made
        guard let made, made.pointee.err == REDIS_OK else { return disconnect(Self.unreachable(made)) }
        // Keep-alive would fail on a Unix socket.
        if case .host = address.endpoint { redisEnableKeepAlive(made) }
        watch = loop.watch(made.pointee.fd) { [weak self] in
            self?.read()
        } writable: { [weak self] in
            self?.isConnected = true
            self?.flush()
        }
        watch?.watchesWritability = true
        beginSession()
    }

    private func beginSession() {
        let check: Answer = { [weak self] in self?.disconnectIfRefused($0) }
        if let password = address.password {
            var command = RedisCommand("AUTH")
            if let user = address.user { command.add(user) }
            command.add(password)
            send(command, check)
        }
        if address.database != 0 { send(RedisCommand("SELECT", "\(address.database)"), check) }
        send(RedisCommand("CLIENT", "SETNAME", "fivebyfive"), check)
        let made = context
        handshake(self) { [weak self] failure in
            guard let self, context == made, made != nil else { return }
            if let failure { return disconnect(failure) }
            isReady = true
            attempts = 0
            onChange(nil)
        }
    }

    private func disconnectIfRefused(_ answer: Result<RedisReply, RedisFailure>) {
        if case .success(.error(let text)) = answer {
            disconnect(StoreFailure(reason: "Redis refused the login.", detail: text))
        }
    }

    private static func unreachable(_ context: UnsafeMutablePointer<redisContext>?) -> StoreFailure {
        StoreFailure(reason: "Redis cannot be reached.", detail: context.map(errorText))
    }

    private static func errorText(_ context: UnsafeMutablePointer<redisContext>) -> String {
        withUnsafeBytes(of: context.pointee.errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Frees the connection, fails the commands in flight and schedules the next attempt.
    private func disconnect(_ reason: StoreFailure, reconnecting: Bool = true) {
        watch?.cancel()
        watch = nil
        if let context { redisFree(context) }
        context = nil
        (isConnected, isReady) = (false, false)
        reconnectTimer = nil
        if reconnecting {
            reconnectTimer = loop.timer(after: Self.backoff(attempts)) { [weak self] in self?.connect() }
            attempts += 1
        }
        let lost = waiting
        waiting = []
        onChange(reason)
        for answer in lost { answer(.failure(.lost)) }
    }

    /// Exponential backoff with jitter.
    private static func backoff(_ attempts: Int) -> Duration {
        let longest = min(RedisLimits.shortestBackoff * (1 << min(attempts, 10)), RedisLimits.longestBackoff)
        return longest * Double.random(in: 0.5...1)
    }

    /// Pings an idle connection, and ends one that has been silent for too long.
    private func heartbeat() {
        let now = ContinuousClock.now
        defer { lastHeartbeat = now }
        // After a suspend of this process, silence proves nothing.
        guard context != nil, now - lastHeartbeat < RedisLimits.heartbeatInterval * 2 else {
            return lastReceived = now
        }
        guard now - lastReceived < RedisLimits.silenceTimeout else {
            return disconnect(StoreFailure(reason: "Redis does not answer."))
        }
        guard isReady, waiting.isEmpty else { return }
        if isListening { sendWithoutReply(RedisCommand("PING")) } else { send(RedisCommand("PING")) { _ in } }
    }

    /// Whether the connection is subscribed to channels, so that all replies are pushes.
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
        // All commands of this turn are written together.
        loop.afterTurn { [weak self] in
            self?.isFlushing = false
            self?.flush()
        }
    }

    private func flush() {
        guard let context, isConnected else { return }
        var isDone: Int32 = 0
        guard redisBufferWrite(context, &isDone) == REDIS_OK else {
            return disconnect(Self.unreachable(context))
        }
        watch?.watchesWritability = isDone == 0
    }

    private func read() {
        guard let context else { return }
        guard redisBufferRead(context) == REDIS_OK else { return disconnect(Self.unreachable(context)) }
        lastReceived = .now
        // A completion may disconnect, which frees the context.
        while self.context == context {
            var found: UnsafeMutableRawPointer?
            guard redisGetReplyFromReader(context, &found) == REDIS_OK else {
                return disconnect(Self.unreachable(context))
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

/// The completion of a command: its decoded reply or a failure.
typealias RedisAnswer<Value> = @MainActor (Result<Value, RedisFailure>) -> Void

extension RedisConnection {
    /// Sends `command` and decodes the reply with `read`; an error reply is a failure.
    func execute<Value>(
        _ command: RedisCommand, _ done: @escaping RedisAnswer<Value>,
        _ read: @escaping (RedisReply) throws -> Value
    ) {
        send(command) { answer in
            done(Result { try read(answer.get().accepted) }.mapError(RedisFailure.init))
        }
    }

    /// Sends `commands` in one pipeline and completes when all have their replies.
    func executeAll(
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
    /// The reply itself.
    ///
    /// - Throws: `RedisFailure.refused` for an error reply.
    fileprivate var accepted: RedisReply {
        get throws(RedisFailure) {
            if case .error(let text) = self { throw .refused(text) }
            return self
        }
    }
}
