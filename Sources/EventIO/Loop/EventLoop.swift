internal import CLibevent
import Glibc
import Synchronization

/// One libevent base and the thread that runs it.
///
/// A loop belongs to the thread that made it until `run()` claims it for another. Its timers, signal sources,
/// servers and connections are used on that thread only; `perform`, `stop` and `isCurrent` work from any.
public final class EventLoop: @unchecked Sendable {
    // @unchecked Sendable: the base's own calls are locked by libevent, `inbox` and `owner` are thread-safe,
    // and everything else is touched on the loop's thread only, which `requireCurrent` checks.

    let base: OpaquePointer
    private var wake: OpaquePointer?
    private let inbox = Inbox()
    private let owner = Atomic<UInt>(pthread_self())
    private var afterTurnWork: [() -> Void] = []
    private var isStopping = false
    private(set) var isRunning = false

    /// Prepares the process once: broken pipes become errors, and libevent gets its locks before the first
    /// base.
    private static let isPrepared: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return evthread_use_pthreads() == 0
    }()

    /// The version of the libevent that is linked, for example "2.1.12-stable".
    public static var libeventVersion: String {
        String(cString: event_get_version())
    }

    /// A loop on a fresh base; throws when the kernel or libevent refuses one.
    public init() throws(EventIOError) {
        guard Self.isPrepared else { throw EventIOError("evthread_use_pthreads", code: 0) }
        guard let config = event_config_new() else { throw EventIOError("event_config_new") }
        defer { event_config_free(config) }
        // Changes of interest are collected and told to epoll once per turn instead of one call each.
        event_config_set_flag(config, Int32(EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST.rawValue))
        guard let base = event_base_new_with_config(config) else { throw EventIOError("event_base_new") }
        self.base = base
        wake = event_new(base, -1, 0, { CallbackContext.owner($2, as: EventLoop.self)?.didWake() }, context)
        guard wake != nil else { throw EventIOError("event_new") }
    }

    deinit {
        if let wake { event_free(wake) }
        event_base_free(base)
    }

    private var context: UnsafeMutableRawPointer { CallbackContext.of(self) }

    /// Whether the caller is on the thread that the loop belongs to.
    public var isCurrent: Bool {
        owner.load(ordering: .relaxed) == pthread_self()
    }

    /// Stops the program when a caller is on another thread: that is a bug of the caller, never of an input.
    func requireCurrent(_ function: StaticString = #function) {
        precondition(isCurrent, "\(function) was called away from the loop's thread")
    }

    /// Claims the current thread and serves events until `stop()`; a loop runs once.
    ///
    /// Work that was handed over before the end still runs; what comes later is dropped.
    public func run() {
        owner.store(pthread_self(), ordering: .relaxed)
        isRunning = true
        serve { isStopping }
        for work in inbox.close() { work.perform() }
        runAfterTurn()
        // Connections that were freed in the last turn close their descriptors in one more.
        event_base_loop(base, EVLOOP_NONBLOCK | EVLOOP_NO_EXIT_ON_EMPTY)
        runAfterTurn()
        isRunning = false
    }

    /// Serves events until `isOver`, which is asked after each turn; on the loop's thread.
    ///
    /// For what must be waited for before `run()`; as often as need be.
    public func serve(until isOver: () -> Bool) {
        requireCurrent()
        runAfterTurn()
        while !isOver() {
            event_base_loop(base, EVLOOP_ONCE | EVLOOP_NO_EXIT_ON_EMPTY)
            runAfterTurn()
        }
    }

    /// Ends `run()` after the current turn; from any thread.
    public func stop() {
        perform { self.isStopping = true }
    }

    /// Runs work on the loop's thread soon, in the order in which it was handed over; from any thread.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        enqueue(.call(work))
    }

    /// Runs work on the loop's thread: now when the caller is on it, else soon.
    func execute(_ work: @escaping @Sendable () -> Void) {
        if isCurrent { work() } else { perform(work) }
    }

    /// Sends bytes on the stream of a connection of this loop soon, in order with what `perform` runs.
    ///
    /// From any thread.
    func send(_ bytes: StreamBytes, on connection: TCPConnection) {
        enqueue(.send(bytes, connection))
    }

    private func enqueue(_ work: Inbox.Work) {
        if inbox.append(work) { event_active(wake, Int32(EV_READ), 0) }
    }

    private func didWake() {
        for work in inbox.removeAll() { work.perform() }
        // Work that came while this ran waits for the next turn, so that it cannot starve the sockets.
        afterTurn { [self] in
            if inbox.endAnnouncement() { event_active(wake, Int32(EV_READ), 0) }
        }
    }

    /// Runs work once after the callbacks of this turn and before the loop sleeps again; on the loop's
    /// thread.
    ///
    /// Runs in the order of registration; work that is added meanwhile runs too. Takes no lock.
    public func afterTurn(_ work: @escaping () -> Void) {
        requireCurrent()
        afterTurnWork.append(work)
    }

    /// Runs what waits for the end of the turn.
    func runAfterTurn() {
        guard !afterTurnWork.isEmpty else { return }
        var index = 0
        while index < afterTurnWork.count {
            let work = afterTurnWork[index]
            index += 1
            work()
        }
        afterTurnWork.removeAll(keepingCapacity: true)
    }

    /// Calls a closure after a time, once or again and again; on the loop's thread.
    ///
    /// The token ends the timer by `cancel()` or when it is dropped.
    public func timer(
        after delay: Duration, repeating: Bool = false, _ fire: @escaping () -> Void
    ) -> LoopTimer {
        requireCurrent()
        return LoopTimer(loop: self, delay: delay, repeating: repeating, fire: fire)
    }

    /// Calls a closure on the loop's thread whenever the process gets a signal; on the loop's thread.
    ///
    /// Only one loop of a process can receive signals. The token ends it by `cancel()` or when it is dropped.
    public func onSignal(_ number: Int32, _ received: @escaping () -> Void) -> SignalSource {
        requireCurrent()
        return SignalSource(loop: self, number: number, received: received)
    }

    /// Calls `readable` whenever `descriptor` has bytes or has come to its end, and `writable`, while the
    /// token asks for it, whenever it takes some; on the loop's thread.
    ///
    /// The token ends it by `cancel()` or when it is dropped, which must be before the descriptor is closed.
    public func watch(
        _ descriptor: Int32, readable: @escaping () -> Void, writable: @escaping () -> Void
    ) -> DescriptorWatch {
        requireCurrent()
        return DescriptorWatch(
            loop: self, descriptor: descriptor, readable: readable, writable: writable)
    }
}

/// Work that other threads hand to a loop: the only part of a loop that is behind a lock.
private final class Inbox: Sendable {
    /// One thing to do.
    enum Work {
        case call(@Sendable () -> Void)
        /// Bytes for the stream of a connection: an event has thousands of these, and none allocates.
        case send(StreamBytes, TCPConnection)

        func perform() {
            switch self {
            case .call(let work): work()
            case .send(let bytes, let connection):
                connection.stream.removeInFlight(bytes.count)
                connection.send(bytes)
            }
        }
    }

    private struct State {
        var work: [Work] = []
        /// Whether the loop already knows that there is work.
        var isAnnounced = false
        var isClosed = false
    }

    private let state = Locked(State())

    init() {}

    /// Appends work and returns whether the loop must be woken for it; a closed inbox drops the work.
    func append(_ work: Work) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.work.append(work)
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Removes and returns all work; the inbox stays announced until `endAnnouncement`.
    func removeAll() -> [Work] {
        state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
    }

    /// Ends the announcement, or returns true: work came meanwhile and the loop must be woken again.
    func endAnnouncement() -> Bool {
        state.withLock { state in
            state.isAnnounced = !state.work.isEmpty
            return state.isAnnounced
        }
    }

    /// Takes the last work and drops what comes later: it would keep the loop alive and never run.
    func close() -> [Work] {
        state.withLock { state in
            state.isClosed = true
            defer { state.work = [] }
            return state.work
        }
    }
}
