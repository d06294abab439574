/// The seats of a game that belong to members of its room.
public struct RoomSeats: Equatable, Sendable {
    /// The seats of the members.
    public let members: Set<Seat>
    /// The seats of the members who may begin the room's next game: the host, or in an open room everybody.
    public let starters: Set<Seat>

    /// Creates the seats of a room's members in one of its games.
    public init(members: Set<Seat>, starters: Set<Seat>) {
        self.members = members
        self.starters = starters
    }

    /// Whether the next game may begin once the member on `seat` and those on `others` agree.
    func mayBegin(_ seat: Seat, asking others: [Seat]) -> Bool {
        starters.contains(seat) || others.contains(where: starters.contains)
    }
}
