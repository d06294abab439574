import GRDB

extension SQLiteEventStore {
    /// Copies everything into a new file while the games go on; one copy at a time.
    ///
    /// `progress` hears how many of how many pages are copied.
    func backup(
        to path: String, progress: @escaping @MainActor (Int, Int) -> Void,
        _ done: @escaping StoreAnswer<Void>
    ) {
        guard let connection, !isCopying else {
            return done(
                .failure(StoreFailure(reason: "Another copy is being made, or the store is in trouble.")))
        }
        isCopying = true
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] db in
            let begun = Result { try PagewiseBackup(of: db, to: path) }.mapError(StoreFailure.init)
            loop.enter { self?.began(begun, on: connection, progress, done) }
        }
    }

    private func began(
        _ begun: Result<PagewiseBackup, StoreFailure>, on connection: DatabaseQueue,
        _ progress: @escaping @MainActor (Int, Int) -> Void, _ done: @escaping StoreAnswer<Void>
    ) {
        switch begun {
        case .success(let backup) where self.connection !== connection:
            backup.giveUp()
            isCopying = false
            done(.failure(.silent))
        case .success(let backup):
            copying = backup
            copy(backup, on: connection, progress, done)
        case .failure(let failure):
            isCopying = false
            done(.failure(failure))
        }
    }

    /// Each step waits for the commits before it, and they for it.
    private func copy(
        _ backup: PagewiseBackup, on connection: DatabaseQueue,
        _ progress: @escaping @MainActor (Int, Int) -> Void, _ done: @escaping StoreAnswer<Void>
    ) {
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] _ in
            let step = Result { try backup.step() }.mapError(StoreFailure.init)
            loop.enter {
                if case .success((let copied, let total)) = step {
                    progress(copied, total)
                    if copied < total { self?.copy(backup, on: connection, progress, done); return }
                }
                self?.copying = nil
                self?.isCopying = false
                done(step.map { _ in })
            }
        }
    }
}
