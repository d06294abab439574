package import GameCore

/// Six digits that let people join a room for a while.
package nonisolated struct RoomCode: Equatable, Sendable {
    package let digits: String
    package let room: RoomName
    /// When the room was made, so that the code does not join a later room of the same name.
    package let roomCreated: Timestamp
    package let expires: Timestamp

    package init(digits: String, room: RoomName, roomCreated: Timestamp, expires: Timestamp) {
        (self.digits, self.room, self.roomCreated, self.expires) = (digits, room, roomCreated, expires)
    }
}

/// Durable storage of the codes of rooms; a change is on disk when its completion is called.
package protocol RoomCodeStore: AnyObject {
    /// Adds a code, which replaces the one that the room has.
    ///
    /// Answers false, and leaves the room without a code, if the digits are those of another room.
    func add(_ code: RoomCode, at now: Timestamp, _ done: @escaping StoreAnswer<Bool>)
    /// Finds a valid code; nil for a wrong one.
    ///
    /// A wrong code counts against each code with the same first digit, which `limit` wrong codes make void.
    func roomCode(
        _ digits: String, at now: Timestamp, wrongCodes limit: Int,
        _ done: @escaping StoreAnswer<RoomCode?>)
}
