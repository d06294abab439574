import GameCore
import GameJSON
import GameStore

/// What `/metrics` says about each metric.
nonisolated enum MetricHelp {
    static let texts = [
        "accept_failures_total": "Connections that could not be accepted.",
        "backup_age_seconds": "Time since the last verified backup of --backup-every.",
        "backup_failures_total": "Backups of --backup-every that failed.",
        "backups_total": "Verified backups of --backup-every.",
        "commit_batch_events": "Events in the last commit.",
        "commit_seconds": "Time of a commit to the store.",
        "commits_total": "Commits to the store.",
        "connections_closed_total": "Connections closed.",
        "connections_opened_total": "Connections accepted.",
        "data_bytes": "Size of the files in the data folder, or of Redis's memory.",
        "data_limit_bytes": "The limit of data_bytes, --max-data.",
        "disk_free_bytes": "Space left on the disk of the data folder.",
        "edits_total": "Committed edits of cells.",
        "game_bytes": "Approximate memory of the games in memory.",
        "games_with_losses_total": "Games of which Redis has lost events after a failover.",
        "games": "Games in memory.",
        "http_answers_total": "Answers sent, by class of status.",
        "http_request_seconds": "Time to answer a request, without waiting for the store.",
        "http_sent_bytes_total": "Bytes of the answers sent, without streams.",
        "parked_polls": "Long polls that wait.",
        "pruned_games_total": "Old games deleted, by --keep-finished and --keep-idle.",
        "refusals_total": "Refused requests, by problem code.",
        "resident_bytes": "Resident memory of the process.",
        "seats": "Seats taken in the games in memory.",
        "store_in_trouble": "1 while the store reports a failure, else 0.",
        "store_queue_events": "Events that wait to be committed.",
        "streams": "Open streams.",
        "streams_ended_total": "Streams that have ended, by reason.",
        "trimmed_journals_total": "How often the oldest events of a game or room were deleted.",
        "unanswered_total": "Requests without an answer because of a bug.",
        "uptime_seconds": "Time since the server started.",
        "work_seconds": "Time spent on requests since the start, by the kind of thread.",
    ].reduce(into: [:]) { $0["fivebyfive_" + $1.key] = $1.value }
}
