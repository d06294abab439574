internal import CLibevent
import Glibc
import Synchronization

/// An event loop: a libevent `event_base` and the thread that runs it.
///
/// A loop belongs to the thread that created it, until ``run()`` moves it to the calling thread.
/// ``perform(_:)``, ``stop()`` and ``isCurrent`` are safe on any thread. All else is for the loop's thread
/// only, also its timers, signal sources, descriptor watches and servers; most calls from elsewhere trap.
public final class EventLoop: @unchecked Sendable {
    // @unchecked Sendable: libevent locks the base, `inbox` and `owner` are thread-safe, and the rest is used
    // only on the loop's thread, which `requireCurrent` checks.

    let base: OpaquePointer
    private var wake: OpaquePointer?
    private let inbox = Inbox()
    private let owner = Atomic<UInt>(pthread_self())
    private var afterTurnWork: [() -> Void] = []
    private var isStopping = false
    private(set) var isRunning = false
    /// The number of the turn, which tells work of this turn from that of earlier ones; loop's thread only.
    public private(set) var turn: UInt = 0

    /// Ignores SIGPIPE and enables libevent's locking, once and before the first base is created.
    private static let isPrepared: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return evthread_use_pthreads() == 0
    }()

    /// The version of the linked libevent, for example `2.1.12-stable`.
    public static var libeventVersion: String {
        String(cString: event_get_version())
    }

    /// Creates a loop of the current thread; throws if libevent cannot create its base.
    ///
    /// The first loop makes the process ignore `SIGPIPE`: writing to a closed socket becomes an error.
    public init() throws(EventIOError) {
        guard Self.isPrepared else { throw EventIOError("evthread_use_pthreads", code: 0) }
        guard let config = event_config_new() else { throw EventIOError("event_config_new") }
        defer { event_config_free(config) }
        // Passes changes of interest to epoll once per turn instead of one system call each.
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

    private var context: UnsafeMutableRawPointer { CallbackContext.pointer(to: self) }

    /// Whether the caller runs on the loop's thread.
    public var isCurrent: Bool {
        owner.load(ordering: .relaxed) == pthread_self()
    }

    /// Traps on any other thread, which is a bug in the caller and cannot be caused by input.
    func requireCurrent(_ function: StaticString = #function) {
        precondition(isCurrent, "\(function) must be called on the loop's thread")
    }

    /// Makes the current thread the loop's thread; no other thread may use the loop meanwhile.
    func moveToCurrentThread() { owner.store(pthread_self(), ordering: .relaxed) }

    /// Takes over the current thread and serves events until ``stop()``; a loop runs only once.
    ///
    /// Work that was queued before the end still runs; later work is dropped.
    public func run() {
        moveToCurrentThread()
        isRunning = true
        serve { isStopping }
        for work in inbox.close() { work.perform() }
        runAfterTurn()
        // A last turn, which does not wait. Without EVLOOP_ONCE a descriptor that stays readable would keep the
        // loop in this call.
        event_base_loop(base, EVLOOP_ONCE | EVLOOP_NONBLOCK | EVLOOP_NO_EXIT_ON_EMPTY)
        runAfterTurn()
        isRunning = false
    }

    /// Serves events until `isDone` returns true, for example to wait for a connection before ``run()``.
    public func serve(until isDone: () -> Bool) {
        requireCurrent()
        runAfterTurn()
        while !isDone() {
            // One turn: libevent returns once no callback is due. It ends, because the only callback that
            // others make due is that of `wake`, once in a turn. The deferred callbacks of bufferevents would
            // make each other due without end, so there are none.
            event_base_loop(base, EVLOOP_ONCE | EVLOOP_NO_EXIT_ON_EMPTY)
            runAfterTurn()
        }
    }

    /// Ends ``run()`` after the current turn; safe on any thread.
    public func stop() {
        perform { self.isStopping = true }
    }

    /// Queues `work` to run on the loop's thread, in the order of the calls.
    ///
    /// Safe on any thread; never runs `work` inside the call.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        enqueue(.call(work))
    }

    /// Runs `work` immediately on the loop's thread, or queues it from any other thread.
    func dispatch(_ work: @escaping @Sendable () -> Void) {
        if isCurrent { work() } else { perform(work) }
    }

    /// Queues bytes for the stream of `connection`, in order with the work of `perform`; safe on any thread.
    func send(_ bytes: StreamBytes, on connection: TCPConnection) {
        enqueue(.send(bytes, connection))
    }

    private func enqueue(_ work: Inbox.Work) {
        if inbox.append(work) { event_active(wake, Int32(EV_READ), 0) }
    }

    private func didWake() {
        for work in inbox.removeAll() { work.perform() }
        // Work that was queued while this ran waits for the next turn, so that it cannot starve the sockets.
        afterTurn { [self] in
            if inbox.rearmWake() { event_active(wake, Int32(EV_READ), 0) }
        }
    }

    /// Runs `work` once, after the callbacks of the current turn and before the loop waits for events again.
    ///
    /// Work runs in the order of the calls, including work that it adds itself. Takes no lock.
    public func afterTurn(_ work: @escaping () -> Void) {
        requireCurrent()
        afterTurnWork.append(work)
    }

    func runAfterTurn() {
        turn &+= 1
        guard !afterTurnWork.isEmpty else { return }
        var index = 0
        while index < afterTurnWork.count {
            let work = afterTurnWork[index]
            index += 1
            work()
        }
        afterTurnWork.removeAll(keepingCapacity: true)
    }

    /// Calls `fire` after `delay`, once or repeatedly, until the token is cancelled or dropped.
    public func timer(
        after delay: Duration, repeating: Bool = false, _ fire: @escaping () -> Void
    ) -> LoopTimer {
        requireCurrent()
        return LoopTimer(loop: self, delay: delay, repeating: repeating, fire: fire)
    }

    /// Calls `received` for each signal `number` of the process, until the token is cancelled or dropped.
    ///
    /// Only one loop of a process can receive signals.
    public func onSignal(_ number: Int32, _ received: @escaping () -> Void) -> SignalSource {
        requireCurrent()
        return SignalSource(loop: self, number: number, received: received)
    }

    /// Watches a descriptor that the caller owns, until the token is cancelled or dropped.
    ///
    /// Calls `readable` as long as `descriptor` has unread bytes or is at its end, and `writable` as long as
    /// it can take bytes and ``DescriptorWatch/watchesWritability`` is true. The watch must end before the
    /// descriptor is closed.
    public func watch(
        _ descriptor: Int32, readable: @escaping () -> Void, writable: @escaping () -> Void
    ) -> DescriptorWatch {
        requireCurrent()
        return DescriptorWatch(
            loop: self, descriptor: descriptor, readable: readable, writable: writable)
    }
}

/// The queue of work from other threads: the only part of a loop that needs a lock.
private final class Inbox: Sendable {
    enum Work {
        case call(@Sendable () -> Void)
        /// Bytes for a stream: a broadcast queues thousands of these, and a closure for each would allocate.
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
        /// Whether the loop was woken and has not called `rearmWake` since.
        var isWakePending = false
        var isClosed = false
    }

    private let state = Locked(State())

    init() {}

    /// Appends work, unless the inbox is closed; returns whether the caller must wake the loop.
    func append(_ work: Work) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.work.append(work)
            defer { state.isWakePending = true }
            return !state.isWakePending
        }
    }

    /// Removes and returns all work; appends do not wake the loop before `rearmWake`.
    func removeAll() -> [Work] {
        state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
    }

    /// Lets appends wake the loop again; returns true if work has arrived and the caller must wake it now.
    func rearmWake() -> Bool {
        state.withLock { state in
            state.isWakePending = !state.work.isEmpty
            return state.isWakePending
        }
    }

    /// Returns the remaining work; later work is dropped, because it would never run but keep the loop alive.
    func close() -> [Work] {
        state.withLock { state in
            state.isClosed = true
            defer { state.work = [] }
            return state.work
        }
    }
}
