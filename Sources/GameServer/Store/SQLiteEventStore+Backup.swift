extension SQLiteEventStore {
    /// Copies everything into a new file while the games go on.
    ///
    /// `progress` hears how many of how many pages are copied.
    func backup(
        to path: String, progress: @escaping @MainActor (Int, Int) -> Void,
        _ done: @escaping StoreAnswer<Void>
    ) {
        read({ [weak self] begun in
            switch begun {
            case .success(let backup): self?.copy(backup, progress, done)
            case .failure(let failure): done(.failure(failure))
            }
        }) { db in try PagewiseBackup(of: db, to: path) }
    }

    private func copy(
        _ backup: PagewiseBackup, _ progress: @escaping @MainActor (Int, Int) -> Void,
        _ done: @escaping StoreAnswer<Void>
    ) {
        read({ [weak self] (step: Result<(copied: Int, of: Int), StoreFailure>) in
            guard case .success((let copied, let total)) = step else {
                return done(step.map { _ in })
            }
            progress(copied, total)
            if copied < total { self?.copy(backup, progress, done) } else { done(.success(())) }
        }) { _ in
            do {
                let (copied, total) = try backup.step()
                if copied == total { try backup.finish(isWhole: true) }
                return (copied, total)
            } catch {
                try? backup.finish(isWhole: false)
                throw error
            }
        }
    }
}
