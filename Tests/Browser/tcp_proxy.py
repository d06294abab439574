"""A TCP proxy on a thread of its own, because Playwright's event loop occupies the main thread."""

import asyncio
import contextlib
import queue
import threading


@contextlib.contextmanager
def tcp_proxy(server, relay):
    """The URL of a proxy in front of `server`; `relay(server, reader, writer)` serves each of its connections."""
    started = queue.Queue()

    async def proxy():
        listener = await asyncio.start_server(lambda *page: relay(server, *page), server.host, 0)
        closing = asyncio.Event()
        started.put((listener.sockets[0].getsockname()[1], asyncio.get_running_loop(), closing))
        await closing.wait()
        listener.close()

    thread = threading.Thread(target=lambda: asyncio.run(proxy()))
    thread.start()
    port, loop, closing = started.get()
    try:
        yield f"http://{server.host}:{port}"
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
