import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// Certificates are renewed while the server runs.
extension TLSContext {
    /// Days before its end from which a certificate is spoken of in every start and renewal.
    private static let fewDays = 14

    /// Takes the files as they are now; when they are no good everything stays as it was.
    func renew(_ log: Logger) {
        do {
            try reload()
            log.notice("the certificate and its key were read again")
            tellEnd(log)
        } catch {
            log.error("the certificate stays as it was: \(error)")
        }
    }

    /// Warns of a certificate that ends soon, or has ended.
    func tellEnd(_ log: Logger) {
        let days = daysLeft
        if days < 0 {
            log.warning("the certificate has expired")
        } else if days < Self.fewDays {
            log.warning("the certificate expires in \(days) day(s)")
        }
    }
}
