internal import CLibevent
import Glibc

// Bytes leave: directly when nothing waits, else, and with TLS always, through the bufferevent.
extension TCPConnection {
    /// Gives bytes to the kernel and queues a copy of those that it does not take.
    func sendOrQueue(_ bytes: UnsafeRawBufferPointer) {
        guard let rest = sendNow(bytes), !rest.isEmpty else { return }
        evbuffer_add(output, rest.baseAddress, rest.count)
        noteQueued(rest.count)
    }

    /// Gives bytes to the kernel if nothing waits before them; gives back those not taken, or nil when
    /// broken.
    func sendNow(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard phase != .closed else { return nil }
        guard !isSecure, pendingOutput == 0, !bytes.isEmpty else { return bytes }
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return bytes.part(count..<bytes.count) }
        if errno == EAGAIN || errno == EINTR { return bytes }
        close(.left)
        return nil
    }

    /// Starts the watch for progress when output begins to wait.
    func noteQueued(_ count: Int) {
        if pendingOutput == count { progress = .now }
        chargeOutput()
    }

    /// Charges the address with what waits here; in large steps, so that short answers cost nothing.
    func chargeOutput() {
        let pending = pendingOutput
        let change = pending - Int(chargedBytes)
        guard let table, pending == 0 ? change != 0 : abs(change) >= table.settings.longAnswerBytes else {
            return
        }
        chargedBytes = UInt32(clamping: pending)
        table.addUnread(change, to: peer)
    }

    func didWrite() {
        guard phase != .closed else { return }
        chargeOutput()
        progress = .now
        if phase == .streaming { stream.setQueued(pendingOutput) }
        switch phase {
        case .reading: if pendingInput > 0 || hasEnded { readRequests() }
        case .flushing: finishFlushing()
        case .answering, .streaming, .lingering, .closed: break
        }
    }

    /// Once everything is out, closes, or lets a client that may still be sending read the answer first.
    func finishFlushing() {
        guard phase == .flushing, pendingOutput == 0, let table else { return }
        guard lingers || pendingInput > 0, !hasEnded else {
            close()
            return
        }
        // Closing with unread input would reset the connection and could destroy the answer on its way.
        phase = .lingering
        sayGoodbye()
        shutdown(descriptor, Int32(SHUT_WR))
        deadline = Instant.now + table.timeouts.linger
        dropStrayInput()
    }

    /// Drops what a client sends where nothing is expected, and ends what goes past its bound.
    func dropStrayInput() {
        guard let table else { return }
        let count = pendingInput
        strayBytes += count
        if count > 0 { evbuffer_drain(input, count) }
        resumeReading()
        if phase == .streaming {
            if strayBytes > table.settings.streamInputBytes { close(.talkative) }
        } else if strayBytes > table.settings.lingerBytes {
            close()
        }
    }
}
