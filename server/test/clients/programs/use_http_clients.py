"""Pings with the HTTP clients of Python. The argument names the client."""

import asyncio
import os
import sys

URL = os.environ["PING_URL"]
client = sys.argv[1]


async def ping_with_aiohttp():
    import aiohttp

    async with aiohttp.ClientSession(raise_for_status=True) as session:
        async with session.get(f"{URL}/start"):
            pass
        async with session.post(URL, data="all well"):
            pass
        async with session.put(f"{URL}/fail", json={"error": "disk is full"}):
            pass


if client == "requests":
    import requests

    requests.get(f"{URL}/start", timeout=10).raise_for_status()
    requests.post(URL, data="all well", timeout=10).raise_for_status()
    requests.put(f"{URL}/fail", json={"error": "disk is full"}, timeout=10).raise_for_status()
elif client == "httpx":
    import httpx

    with httpx.Client() as session:
        session.get(f"{URL}/start").raise_for_status()
        session.post(URL, content="all well").raise_for_status()
        session.put(f"{URL}/fail", json={"error": "disk is full"}).raise_for_status()
else:
    asyncio.run(ping_with_aiohttp())
