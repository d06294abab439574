import GRDB
import GameCore
import GameJSON

/// The tables, as migrations that only go forward.
///
/// All rows of a game carry its id. The journal (`event`) is the source of truth; `seat`, `result` and
/// `game.phase` repeat parts of it for queries over many games.
nonisolated enum Schema {
    /// SQLite's `application_id`: “FBF1”.
    static let application: Int32 = 0x4642_4631

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 games") { db in
            try db.execute(sql: games)
            try db.execute(sql: journals)
            try db.execute(sql: people)
            try db.execute(
                sql: "INSERT INTO ledger VALUES (1, ?, 0, 0, 0)",
                arguments: [GameDatabase.Ledger.newIdentity()])
        }
        migrator.registerMigration("2 phases") { db in try db.execute(sql: phases) }
        migrator.registerMigration("3 days") { db in
            try db.execute(sql: days)
            try db.execute(sql: puzzlesAndStandings)
        }
        migrator.registerMigration("4 lists") { db in try db.execute(sql: lists) }
        migrator.registerMigration("5 puzzles") { db in
            try db.execute(sql: "ALTER TABLE puzzle ADD COLUMN content TEXT")
        }
        migrator.registerMigration("6 totals") { db in try db.execute(sql: totals) }
        migrator.registerMigration("7 openings") { db in
            try db.execute(sql: "ALTER TABLE game ADD COLUMN opening TEXT")
        }
        migrator.registerMigration("8 players") { db in try db.execute(sql: players) }
        migrator.registerMigration("9 rooms") { db in try db.execute(sql: rooms) }
        return migrator
    }

    /// An index for each filter of the list of games, so that a list reads only what it shows.
    private static let lists = """
        CREATE INDEX phased ON game (phase, ordinal) WHERE public = 1;
        CREATE INDEX ruled ON game (rules, ordinal) WHERE public = 1;
        CREATE INDEX ruled_and_phased ON game (rules, phase, ordinal) WHERE public = 1;
        """

    /// Rooms are in the table of games, but have a list of their own.
    private static let rooms = """
        DROP INDEX listed;
        DROP INDEX phased;
        CREATE INDEX listed ON game (ordinal) WHERE public = 1 AND rules <> 'room';
        CREATE INDEX phased ON game (phase, ordinal) WHERE public = 1 AND rules <> 'room';
        """

    /// The phase of each game, for the list of games: `waiting`, `playing` or `finished`.
    private static let phases = """
        ALTER TABLE game ADD COLUMN phase TEXT NOT NULL DEFAULT 'playing';
        UPDATE game SET phase = 'finished' WHERE id IN (SELECT game FROM result);
        """

    /// The day of a daily game in days since 1970, the hidden answer apart from the setup that lists read,
    /// and an index from tokens to games.
    private static let days = """
        ALTER TABLE game ADD COLUMN day INTEGER;
        ALTER TABLE game ADD COLUMN answer TEXT;
        UPDATE game SET day = CAST(julianday(json_extract(setup, '$.options.day')) - 2440587.5 AS INTEGER)
            WHERE json_extract(setup, '$.options.day') IS NOT NULL;
        CREATE INDEX held ON token (digest);
        """

    /// The sums of each player's standings, and the order of the leaderboards as indexes.
    ///
    /// `day` is the last day, whose name counts; `milliseconds` are those of solved games.
    static let totals = """
        CREATE TABLE total (
            rules TEXT NOT NULL, assisted INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
            day INTEGER NOT NULL, played INTEGER NOT NULL, solved INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL, score INTEGER, guesses INTEGER,
            PRIMARY KEY (rules, assisted, key)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO total SELECT \(sums) FROM standing GROUP BY rules, assisted, key;
        CREATE INDEX ranked ON total
            (rules, assisted, score DESC, solved DESC, guesses, milliseconds, key) WHERE solved > 0;
        CREATE INDEX ranked_of_day ON standing
            (rules, day, assisted, score DESC, solved DESC, guesses, milliseconds, key) WHERE solved > 0;
        DROP INDEX streak;
        CREATE INDEX solved_days ON standing (rules, key, day) WHERE solved = 1 AND assisted = 0;
        """

    /// The columns of `total`, from groups of `standing`.
    ///
    /// Beside `max(day)` SQLite takes the bare column `name` from the row with that day.
    static let sums = """
        rules, assisted, key, name, max(day), count(*), sum(solved),
        coalesce(sum(milliseconds) FILTER (WHERE solved), 0), sum(score), sum(guesses)
        """

    /// Players with their keys and codes, their games of each day, and all games in which they had a seat.
    ///
    /// Times are in milliseconds since 1970.
    static let players = """
        CREATE TABLE player (
            id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, colour TEXT, made INTEGER NOT NULL
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
        CREATE INDEX standings_of_player ON standing (key, day);
        """

    /// Tables that do not belong to one game: puzzles, and the standings of daily games.
    static let puzzlesAndStandings = """
        CREATE TABLE puzzle (
            id TEXT PRIMARY KEY NOT NULL, format TEXT NOT NULL, file BLOB NOT NULL, owner BLOB NOT NULL,
            public INTEGER NOT NULL, made INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE standing (
            rules TEXT NOT NULL, day INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
            game TEXT NOT NULL, solved INTEGER NOT NULL, assisted INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL, score INTEGER, guesses INTEGER,
            PRIMARY KEY (rules, day, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX streak ON standing (rules, key, day);
        """

    /// `ledger` has one row: the identity of the database, the number of the last commit, its time in
    /// milliseconds since 1970, and the server's total downtime before it in milliseconds.
    private static let games = """
        CREATE TABLE ledger (
            id INTEGER PRIMARY KEY CHECK (id = 1), identity TEXT NOT NULL, commits INTEGER NOT NULL,
            time INTEGER NOT NULL, away INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE game (
            ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, rules TEXT NOT NULL,
            public INTEGER NOT NULL, setup TEXT NOT NULL
        ) STRICT;
        CREATE INDEX listed ON game (ordinal) WHERE public = 1;
        """

    /// `change` is the event's JSON as on the wire; `time` and `away` are in milliseconds; `picture` is the
    /// snapshot's JSON.
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
        CREATE TABLE snapshot (
            game TEXT NOT NULL REFERENCES game (id), sequence INTEGER NOT NULL, version INTEGER NOT NULL,
            picture BLOB NOT NULL,
            PRIMARY KEY (game, sequence)
        ) STRICT;
        """

    /// `since` is the number of the event that took the seat.
    private static let people = """
        CREATE TABLE token (
            game TEXT NOT NULL REFERENCES game (id), digest BLOB NOT NULL, seat INTEGER,
            host INTEGER NOT NULL, since INTEGER,
            PRIMARY KEY (game, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE seat (
            game TEXT NOT NULL REFERENCES game (id), seat INTEGER NOT NULL, name TEXT NOT NULL,
            colour TEXT NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY (game, seat)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE result (
            game TEXT PRIMARY KEY NOT NULL REFERENCES game (id), sequence INTEGER NOT NULL,
            time INTEGER NOT NULL, milliseconds INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
