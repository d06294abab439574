"""A proxy that passes an answer on only when it is complete, as school filters and virus scanners do."""

import asyncio

from tcp_proxy import tcp_proxy


def buffering_proxy(server):
    """The URL of a proxy in front of `server`, as a context."""
    return tcp_proxy(server, relay)


async def relay(server, client, to_client):
    """Relays one request and its whole answer; both connections end then."""
    try:
        request = await read_request(client)
        answer, to_server = await asyncio.open_connection(server.host, server.port)
        to_server.write(request)
        whole = asyncio.ensure_future(answer.read())
        left = asyncio.ensure_future(client.read())  # ends when the client gives up
        await asyncio.wait([whole, left], return_when=asyncio.FIRST_COMPLETED)
        if whole.done():
            to_client.write(whole.result())
            await to_client.drain()
        whole.cancel()
        left.cancel()
        to_server.close()
    except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
        pass
    to_client.close()


async def read_request(client):
    """The bytes of a request, which ask for the end of the connection."""
    head = await client.readuntil(b"\r\n\r\n")
    lines = [line for line in head[:-4].split(b"\r\n") if not line.lower().startswith(b"connection:")]
    length = next((int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), 0)
    return b"\r\n".join([*lines, b"Connection: close", b"", b""]) + await client.readexactly(length)
