import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

extension TLSContext {
    /// Certificates that expire in fewer days cause a warning.
    private static let fewDays = 14

    /// Reloads certificate and key from their files, or keeps the current ones if that fails.
    func reloadCertificate(_ log: Logger) {
        do {
            try reload()
            log.notice("the certificate and its key were reloaded")
            warnIfExpiring(log)
        } catch {
            log.error("the certificate was not reloaded: \(error)")
        }
    }

    func warnIfExpiring(_ log: Logger) {
        let days = daysLeft
        if days < 0 {
            log.warning("the certificate has expired")
        } else if days < Self.fewDays {
            log.warning("the certificate expires in \(days) day(s)")
        }
    }
}
