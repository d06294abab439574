import Dispatch
import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// Runs jobs one at a time on its own thread, taking turns between clients; results arrive on the main actor.
final class FairExecutor {
    private let thread: WorkerThread
    private let main: MainLoop
    private var waiting = FairQueue<() -> Bool>()
    private var isRunning = false

    /// - Parameter niceness: How much the thread yields to others, from 0 to 19, as in `nice`.
    init(_ name: String, niceness: Int32 = 0, main: MainLoop) {
        thread = WorkerThread(name, niceness: niceness)
        self.main = main
    }

    /// Queues `job` and calls `done` with its result.
    ///
    /// A job that nobody waits for when its turn comes does not start, and `done` is not called.
    ///
    /// - Throws: `bots-busy` when too many jobs are waiting, of all clients or of this one.
    func run<Answer: Sendable>(
        for requester: Requester, _ job: @escaping @Sendable () -> Answer,
        _ done: @escaping @MainActor (Answer) -> Void
    ) throws(Problem) {
        guard waiting.count < Settings.queuedJobs,
            waiting.count(of: requester.client) < Settings.queuedJobsPerClient
        else {
            throw .retryLater("bots-busy", "Too much work is waiting already; try again shortly.")
        }
        waiting.append(
            { [self] in
                guard requester.isWaiting() else { return false }
                thread.run { [self] in
                    let began = ContinuousClock.now
                    let answer = job()
                    let time = ContinuousClock.now - began
                    main.enter { [self] in
                        isRunning = false
                        requester.charge(time)
                        done(answer)
                        startNext()
                    }
                }
                return true
            }, for: requester.client)
        startNext()
    }

    private func startNext() {
        while !isRunning, let start = waiting.popFirst() { isRunning = start() }
    }
}

/// A thread that runs jobs in order; it starts with the first one.
private final class WorkerThread {
    /// The jobs that have not started; nil once the thread has to end.
    private let jobs = Locked<[@Sendable () -> Void]?>([])
    private let signal = DispatchSemaphore(value: 0)
    private lazy var thread = makeThread()
    private let name: String
    private let niceness: Int32

    init(_ name: String, niceness: Int32) {
        self.name = name
        self.niceness = niceness
    }

    nonisolated deinit {
        jobs.withLock { $0 = nil }
        signal.signal()
    }

    func run(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0?.append(job) }
        signal.signal()
        _ = thread
    }

    private func makeThread() -> Thread {
        let (jobs, signal, niceness) = (jobs, signal, niceness)
        let thread = Thread {
            // On Linux this sets the priority of the calling thread alone.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
            while true {
                signal.wait()
                guard let job = jobs.withLock({ $0?.removeFirst() }) else { return }
                job()
            }
        }
        thread.name = name
        thread.start()
        return thread
    }
}
