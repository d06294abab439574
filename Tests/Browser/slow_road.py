"""A road to the server on which everything takes a while longer: a test that does not wait for what it means fails.

    PAGE_DELAY=0.1 python -m pytest Tests/Browser
"""

import asyncio
import contextlib
import os
import queue
import threading

DELAY = float(os.environ.get("PAGE_DELAY", "0"))


@contextlib.contextmanager
def road_to(server):
    """The URL by which pages reach the server; all that they send and get is held up for `PAGE_DELAY` seconds."""
    if not DELAY:
        yield server.url
        return
    built = queue.Queue()

    async def road():
        entrance = await asyncio.start_server(lambda *page: travel(server, *page), server.host, 0)
        is_over = asyncio.Event()
        built.put((entrance.sockets[0].getsockname()[1], asyncio.get_running_loop(), is_over))
        await is_over.wait()
        entrance.close()

    # A thread of its own: Playwright's loop has this one.
    thread = threading.Thread(target=lambda: asyncio.run(road()))
    thread.start()
    port, loop, is_over = built.get()
    try:
        yield f"http://{server.host}:{port}"
    finally:
        loop.call_soon_threadsafe(is_over.set)
        thread.join()


async def travel(server, from_page, to_page):
    """One connection of a page, for as long as both sides have it open."""
    try:
        from_server, to_server = await asyncio.open_connection(server.host, server.port)
    except OSError:
        to_page.transport.abort()
        return
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(carry(from_page, to_server), carry(from_server, to_page))


async def carry(source, target):
    """Brings on what comes, each piece so much later, and the end or the break too."""
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
