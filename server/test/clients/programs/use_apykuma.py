"""Pushes to Uptime Kuma as the documentation of apykuma shows."""

import asyncio
import os

import apykuma


async def main():
    task = await apykuma.start(os.environ["PUSH_URL"], interval=1)
    await asyncio.sleep(1.5)
    task.cancel()


asyncio.run(main())
