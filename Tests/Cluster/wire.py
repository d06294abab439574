"""A line to Redis that can be held: what Redis says arrives late, or only its beginning."""

import contextlib
import socket
import threading


class Wire:
    """Passes connections on to Redis; `hold` and `release` are about what Redis says."""

    def __init__(self, redis):
        self._redis, self._room, self._change = redis, None, threading.Condition()
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines = [self._door]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        return "redis://127.0.0.1:{}".format(self._door.getsockname()[1])

    def hold(self, after=0):
        """From now on only so many bytes arrive, over all connections, until `release`."""
        with self._change:
            self._room = after

    def release(self):
        with self._change:
            self._room = None
            self._change.notify_all()

    def close(self):
        self.release()
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                node, _ = self._door.accept()
                redis = socket.create_connection(("127.0.0.1", self._redis.port))
                self._lines += [node, redis]
                for source, sink, is_held in ((node, redis, False), (redis, node, True)):
                    threading.Thread(target=self._pass, args=(source, sink, is_held), daemon=True).start()

    def _pass(self, source, sink, is_held):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                while data:
                    size = self._wait_for_room(len(data)) if is_held else len(data)
                    sink.sendall(data[:size])
                    data = data[size:]
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def _wait_for_room(self, wanted):
        """How many bytes may pass now, at least one."""
        with self._change:
            self._change.wait_for(lambda: self._room != 0)
            if self._room is None:
                return wanted
            size = min(wanted, self._room)
            self._room -= size
            return size
