import GRDB
import GameCore
import GameJSON

/// The tables of the database.
///
/// All rows of a game carry its id. The journal (`event`) is the source of truth; `seat`, `result` and
/// `game.phase` repeat parts of it for queries over many games. Times are in milliseconds since 1970.
nonisolated enum Schema {
    /// SQLite's `application_id`: “FBF1”.
    static let application: Int32 = 0x4642_4631
    /// SQLite's `user_version`, which version 1.0 left at 0.
    private static let version = 13
    /// The version before ``answers``, and the one before ``rooms``.
    private static let (withoutAnswers, withoutRooms) = (12, 11)

    /// Makes the tables in an empty database; the caller has opened a transaction.
    static func create(_ db: Database) throws {
        for sql in statements(of: version) { try db.execute(sql: sql) }
        try db.execute(
            sql: "INSERT INTO ledger VALUES (1, ?, 0, 0, 0)", arguments: [GameDatabase.Ledger.newIdentity()])
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// The statements that create the tables of a version.
    private static func statements(of version: Int) -> [String] {
        [games, journals, people, puzzles, standings, players]
            + (version > withoutRooms ? [rooms] : []) + (version > withoutAnswers ? [answers] : [])
    }

    /// Adds the tables that a database of an earlier version lacks; the caller has opened a transaction.
    static func upgrade(_ db: Database) throws {
        let found = try found(in: db)
        guard found == withoutRooms || found == withoutAnswers else { return }
        if found == withoutRooms { try db.execute(sql: rooms) }
        try db.execute(sql: answers)
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Names a table, index or other part that a database lacks or should not have; nil if there is none.
    static func problem(of db: Database) throws -> String? {
        let statements = statements(of: try found(in: db))
        let empty = try DatabaseQueue()
        try empty.write { new in for sql in statements { try new.execute(sql: sql) } }
        let (own, usual) = (try parts(of: db), try empty.read(parts))
        if let missing = usual.subtracting(own).min() { return "the \(missing) is missing" }
        return own.subtracting(usual).min().map { "the \($0) is not this program's" }
    }

    /// The tables, indexes, triggers and views, such as “table event”, without those of SQLite itself.
    private static func parts(of db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    }

    private static func found(in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    /// Says why the database at `path`, which has a ledger, cannot be used; nil if it can be.
    static func refusal(of db: Database, at path: String) throws -> String? {
        let found = try found(in: db)
        if found > version { return "“\(path)” was written by a newer version of this program." }
        guard found < withoutRooms else { return nil }
        return """
            “\(path)” was written by version 1.0 of this program. Its games go on in a new data folder: run \
            “GameServer import \(path) --data NEW-FOLDER”.
            """
    }

    /// `ledger` has one row: the identity of the database, the number of the last commit, its time, and the
    /// server's total downtime before it in milliseconds.
    ///
    /// `phase` is `waiting`, `playing` or `finished`. The solution or hidden word is apart from the setup,
    /// which lists read. The list of games has an index for each filter, so that it reads only what it shows;
    /// rooms have a list of their own.
    private static let games = """
        CREATE TABLE ledger (
            id INTEGER PRIMARY KEY CHECK (id = 1), identity TEXT NOT NULL, commits INTEGER NOT NULL,
            time INTEGER NOT NULL, away INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE game (
            ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, rules TEXT NOT NULL,
            public INTEGER NOT NULL, phase TEXT NOT NULL, setup TEXT NOT NULL, answer TEXT, opening TEXT
        ) STRICT;
        CREATE INDEX listed ON game (ordinal) WHERE public = 1 AND rules <> 'room';
        CREATE INDEX phased ON game (phase, ordinal) WHERE public = 1 AND rules <> 'room';
        CREATE INDEX ruled ON game (rules, ordinal) WHERE public = 1;
        CREATE INDEX ruled_and_phased ON game (rules, phase, ordinal) WHERE public = 1;
        """

    /// `change` is the event's JSON as on the wire, without the names of people.
    private static let journals = """
        CREATE TABLE event (
            game TEXT NOT NULL REFERENCES game (id), sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            away INTEGER NOT NULL, hash INTEGER NOT NULL, change TEXT NOT NULL,
            PRIMARY KEY (game, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE move (
            game TEXT NOT NULL REFERENCES game (id), sequence INTEGER NOT NULL, key BLOB NOT NULL,
            command INTEGER NOT NULL, before INTEGER NOT NULL, hash INTEGER NOT NULL,
            time INTEGER NOT NULL, away INTEGER NOT NULL,
            PRIMARY KEY (game, sequence, key)
        ) STRICT, WITHOUT ROWID;
        """

    /// `since` is the number of the event that took the seat; a guest has no key.
    private static let people = """
        CREATE TABLE token (
            game TEXT NOT NULL REFERENCES game (id), digest BLOB NOT NULL, seat INTEGER,
            host INTEGER NOT NULL, since INTEGER,
            PRIMARY KEY (game, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE seat (
            game TEXT NOT NULL REFERENCES game (id), seat INTEGER NOT NULL, colour TEXT NOT NULL,
            since INTEGER NOT NULL, player TEXT,
            PRIMARY KEY (game, seat)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE guest_name (
            game TEXT NOT NULL, since INTEGER NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (game, since)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE result (
            game TEXT PRIMARY KEY NOT NULL REFERENCES game (id), sequence INTEGER NOT NULL,
            time INTEGER NOT NULL, milliseconds INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// `content` is the puzzle that was read from the file, as JSON.
    private static let puzzles = """
        CREATE TABLE puzzle (
            id TEXT PRIMARY KEY NOT NULL, format TEXT NOT NULL, file BLOB NOT NULL, content TEXT,
            owner BLOB NOT NULL, public INTEGER NOT NULL, made INTEGER NOT NULL
        ) STRICT;
        """

    /// The standings of daily games, the sums of each player's, and the order of the leaderboards as indexes.
    ///
    /// The `milliseconds` of `total` are those of solved games.
    static let standings = """
        CREATE TABLE standing (
            rules TEXT NOT NULL, day INTEGER NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL,
            solved INTEGER NOT NULL, assisted INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
            score INTEGER, guesses INTEGER,
            PRIMARY KEY (rules, day, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ranked_of_day ON standing
            (rules, day, assisted, score DESC, solved DESC, guesses, milliseconds, player) WHERE solved > 0;
        CREATE INDEX standings_of_player ON standing (player, day);
        CREATE TABLE total (
            rules TEXT NOT NULL, assisted INTEGER NOT NULL, player TEXT NOT NULL,
            played INTEGER NOT NULL, solved INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
            score INTEGER, guesses INTEGER,
            PRIMARY KEY (rules, assisted, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ranked ON total
            (rules, assisted, score DESC, solved DESC, guesses, milliseconds, player) WHERE solved > 0;
        """

    /// The columns of `total`, from groups of `standing`.
    static let sums = """
        rules, assisted, player, count(*), sum(solved),
        coalesce(sum(milliseconds) FILTER (WHERE solved), 0), sum(score), sum(guesses)
        """

    /// Players with their names, keys and codes, their daily games, and all games in which they had a seat.
    static let players = """
        CREATE TABLE player (
            id TEXT PRIMARY KEY NOT NULL, colour TEXT, made INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE player_name (
            player TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE player_key (
            digest BLOB PRIMARY KEY NOT NULL, player TEXT NOT NULL REFERENCES player (id),
            number INTEGER NOT NULL, made INTEGER NOT NULL, used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX keys_of_player ON player_key (player, number);
        CREATE TABLE player_code (
            digest BLOB PRIMARY KEY NOT NULL, player TEXT NOT NULL REFERENCES player (id),
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX codes_of_player ON player_code (player);
        CREATE TABLE player_day (
            player TEXT NOT NULL REFERENCES player (id), rules TEXT NOT NULL, day INTEGER NOT NULL,
            game TEXT NOT NULL,
            PRIMARY KEY (player, rules, day)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX days_of_game ON player_day (game);
        CREATE TABLE player_game (
            player TEXT NOT NULL, game TEXT NOT NULL, time INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX players_of_game ON player_game (game);
        """

    /// The nicknames from hosts, the recovery codes of players, and the codes of rooms.
    ///
    /// In `room_code`, `made` is when the room was made, and `wrong` counts the wrong codes with the same
    /// first digit.
    static let rooms = """
        CREATE TABLE member_name (
            game TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (game, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX names_of_member ON member_name (player);
        CREATE TABLE player_recovery (
            player TEXT PRIMARY KEY NOT NULL REFERENCES player (id), digest BLOB NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE room_code (
            digits TEXT PRIMARY KEY NOT NULL, room TEXT NOT NULL UNIQUE, made INTEGER NOT NULL,
            expires INTEGER NOT NULL, wrong INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The responses to requests that carried a key of their client, sealed with that key.
    static let answerTable = """
        CREATE TABLE IF NOT EXISTS answer (
            key BLOB PRIMARY KEY NOT NULL, made INTEGER NOT NULL, record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS answers_by_age ON answer (made);
        """

    /// The answers, and the index of public puzzles, which are listed in the order of their rows.
    private static let answers =
        answerTable + "CREATE INDEX IF NOT EXISTS listed_puzzles ON puzzle (public) WHERE public = 1;"
}
