package import GameCore

/// Durable storage of the responses to requests that make something and carry a key of their client.
///
/// A record is opaque to the store, which deletes it after `StoreLimits.moveLifetime`. A change is on disk
/// when its completion is called.
package protocol AnswerStore: AnyObject {
    /// Saves `record` under `key` and answers nil, or answers with the record that is there already.
    func reserve(
        _ key: MoveKey, _ record: [UInt8], at now: Timestamp, _ done: @escaping StoreAnswer<[UInt8]?>)
    /// Replaces the record under `key`, which keeps its age.
    func replace(
        _ key: MoveKey, with record: [UInt8], at now: Timestamp, _ done: @escaping StoreAnswer<Void>)
    /// Deletes the record under `key`.
    func release(_ key: MoveKey, _ done: @escaping StoreAnswer<Void>)
}
