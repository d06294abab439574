"""A TCP proxy that delays every byte: tests that do not wait for the condition they need fail behind it.

    PAGE_DELAY=0.1 python -m pytest Tests/Browser
"""

import asyncio
import contextlib
import os

from tcp_proxy import tcp_proxy

DELAY = float(os.environ.get("PAGE_DELAY", "0"))


def proxy_to(server):
    """The server's URL, or with `PAGE_DELAY` that of a proxy that adds so many seconds in each direction."""
    return tcp_proxy(server, relay) if DELAY else contextlib.nullcontext(server.url)


async def relay(server, from_page, to_page):
    """Relays one connection until both sides have closed it."""
    try:
        from_server, to_server = await asyncio.open_connection(server.host, server.port)
    except OSError:
        to_page.transport.abort()
        return
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(carry(from_page, to_server), carry(from_server, to_page))


async def carry(source, target):
    """Forwards each piece `DELAY` seconds later, and then the end of the stream."""
    arrivals = asyncio.Queue()
    delivery = asyncio.ensure_future(deliver(arrivals, target))
    clock = asyncio.get_running_loop().time
    try:
        while piece := await source.read(65536):
            arrivals.put_nowait((clock() + DELAY, piece))
    except OSError:
        pass
    arrivals.put_nowait((clock() + DELAY, b""))
    await delivery


async def deliver(arrivals, target):
    clock = asyncio.get_running_loop().time
    with contextlib.suppress(OSError):
        while True:
            due, piece = await arrivals.get()
            await asyncio.sleep(max(0, due - clock()))
            if not piece:
                break
            target.write(piece)
            await target.drain()
    target.close()
