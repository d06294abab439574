import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// Carries out a request that makes something only once, even if its client repeats it with the same key.
///
/// The key is reserved before anything is made, and gets the answer before the client does. A request whose outcome
/// is unknown, after a crash or while the store failed, is carried out again with the ids and tokens of the first
/// attempt: the handler finds what that one has made (``Creation``). A refused request frees its key.
final class RepeatedRequests {
    /// The stored record of a key: digest, seed, and the answer once it is known.
    fileprivate struct Record {
        static let seedLength = 32
        let fingerprint: Digest
        let seed: [UInt8]
        var answer: HTTPResponse?
    }

    private let store: any AnswerStore
    private let commits: GroupCommit
    private let limits: Limits
    private let loop: MainLoop
    private let queue = KeyedSerialQueue()

    init(_ store: any AnswerStore, _ commits: GroupCommit, _ limits: Limits, loop: MainLoop) {
        (self.store, self.commits, self.limits, self.loop) = (store, commits, limits, loop)
    }

    /// Answers `call` with the first answer to its key, or by `work`.
    ///
    /// - Throws: `rate-limited`, or a refusal of the store.
    func answer(_ call: Call, _ key: RequestKey, by work: @escaping (Call) -> Void) throws(Problem) {
        try call.charge(.addressEdit)
        if let refusal = commits.refusal { throw refusal }
        queue.enqueue(key.id.bytes.map { String($0, radix: 16) }.joined(separator: "-")) { [self] done in
            let seed = (0..<Record.seedLength).map { _ in UInt8.random(in: .min ... .max) }
            let new = Record(fingerprint: key.fingerprint, seed: seed)
            reserve(call, key, new, Turn(on: loop) { done() }, work)
        }
    }

    /// Carries the request out as `new`, unless the store has a record of it.
    private func reserve(
        _ call: Call, _ key: RequestKey, _ new: Record, _ turn: Turn, _ work: @escaping (Call) -> Void
    ) {
        guard let sealed = key.seal.close(new.bytes) else { return call.finish(.failure(.storeUnavailable)) }
        store.reserve(key.id, sealed, at: call.world.now) { [self] found in
            switch found {
            case .failure: call.finish(.failure(.storeUnavailable))
            case .success(nil): carryOut(call, key, new, isRepeated: false, turn, work)
            case .success(let known?): repeatAnswer(call, key, known, turn, work)
            }
        }
    }

    private func repeatAnswer(
        _ call: Call, _ key: RequestKey, _ sealed: [UInt8], _ turn: Turn, _ work: (Call) -> Void
    ) {
        guard let record = key.seal.open(sealed).flatMap(Record.init) else {
            return call.finish(.failure(.storeUnreadable))
        }
        guard record.fingerprint.isSame(as: key.fingerprint) else {
            return call.finish(.failure(.moveIDReused))
        }
        if let answer = record.answer { return call.finish(.success(answer)) }
        carryOut(call, key, record, isRepeated: true, turn, work)
    }

    private func carryOut(
        _ call: Call, _ key: RequestKey, _ record: Record, isRepeated: Bool, _ turn: Turn,
        _ work: (Call) -> Void
    ) {
        let (client, loop) = (call.pending, loop)
        let creation = Creation(seed: record.seed, move: key.id, isRepeated: isRepeated)
        let pending = PendingAnswer(key.request, from: client.peer, main: loop) { [self] response in
            loop.enter { [self] in save(response, key, record, call, turn) }
        }
        work(Call(call, making: creation, answering: pending))
    }

    /// Saves the answer, then sends it.
    private func save(
        _ response: HTTPResponse, _ key: RequestKey, _ record: Record, _ call: Call, _ turn: Turn
    ) {
        let send: StoreAnswer<Void> = { _ in
            call.pending.send(response)
            turn.end()
        }
        switch response.status {
        case ..<400:
            var answered = record
            answered.answer = response
            let bytes = answered.bytes
            // A long answer is not stored: a repeated request runs the handler again.
            guard bytes.count <= Settings.rememberedAnswer, let sealed = key.seal.close(bytes) else {
                return send(.success(()))
            }
            limits.chargeEvents(0, bytes: sealed.count, to: call.client)
            store.replace(key.id, with: sealed, at: call.world.now, send)
        case ..<500: store.release(key.id, send)
        // The outcome may be unknown.
        default: send(.success(()))
        }
    }
}

extension RepeatedRequests.Record {
    /// The digest, the seed, and the answer with its status and each header on a line.
    fileprivate var bytes: [UInt8] {
        let head = fingerprint.bytes + seed
        guard let answer else { return head }
        let lines = ["\(answer.status)"] + answer.headers.map { "\($0.name):\($0.value)" }
        return head + Array(lines.joined(separator: "\n").utf8) + Array("\n\n".utf8) + answer.body
    }

    fileprivate init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 * Self.seedLength,
            let fingerprint = Digest(bytes: Array(bytes[..<Self.seedLength]))
        else { return nil }
        (self.fingerprint, seed) = (fingerprint, Array(bytes[Self.seedLength..<2 * Self.seedLength]))
        let rest = bytes[(2 * Self.seedLength)...]
        guard !rest.isEmpty else { return }
        let end = zip(rest.indices, rest.indices.dropFirst()).first { rest[$0] == 10 && rest[$1] == 10 }
        guard let (last, next) = end else { return nil }
        let lines = rest[..<last].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        guard let status = lines.first.flatMap({ Int($0) }) else { return nil }
        let headers = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (name: String(name), value: String(line.dropFirst(name.count + 1)))
        }
        answer = HTTPResponse(status: status, headers: headers, body: Array(rest[(next + 1)...]))
    }
}

/// A turn in a queue, which ends at the latest when its last reference is released.
private nonisolated final class Turn: Sendable {
    private let loop: MainLoop
    private let done: Mutex<(@MainActor () -> Void)?>

    init(on loop: MainLoop, _ done: @escaping @MainActor () -> Void) {
        self.loop = loop
        self.done = Mutex(done)
    }

    deinit { end() }

    func end() {
        let done = done.withLock { done in
            defer { done = nil }
            return done
        }
        if let done { loop.enter(done) }
    }
}
