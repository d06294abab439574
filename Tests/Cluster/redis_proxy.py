"""A proxy in front of Redis that can hold back its replies, or all but their beginning."""

import contextlib
import socket
import threading


class RedisProxy:
    """Relays connections to Redis; `hold` and `release` control the replies."""

    def __init__(self, redis):
        self._redis, self._room, self._change = redis, None, threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        return "redis://127.0.0.1:{}".format(self._listener.getsockname()[1])

    def hold(self, after=0):
        """Lets `after` more bytes of replies pass, over all connections, and no others until `release`."""
        with self._change:
            self._room = after

    @property
    def is_blocked(self):
        """Whether all bytes that `hold` allowed have passed."""
        with self._change:
            return self._room == 0

    def release(self):
        with self._change:
            self._room = None
            self._change.notify_all()

    def close(self):
        self.release()
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                node, _ = self._listener.accept()
                redis = socket.create_connection(("127.0.0.1", self._redis.port))
                self._sockets += [node, redis]
                for source, sink, is_held in ((node, redis, False), (redis, node, True)):
                    threading.Thread(target=self._relay, args=(source, sink, is_held), daemon=True).start()

    def _relay(self, source, sink, is_held):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                while data:
                    size = self._wait_for_room(len(data)) if is_held else len(data)
                    sink.sendall(data[:size])
                    data = data[size:]
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def _wait_for_room(self, wanted):
        """Waits until bytes may pass; returns how many, at least one."""
        with self._change:
            self._change.wait_for(lambda: self._room != 0)
            if self._room is None:
                return wanted
            size = min(wanted, self._room)
            self._room -= size
            return size
