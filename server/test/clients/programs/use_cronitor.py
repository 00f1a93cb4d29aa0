"""Reports with the package cronitor as its documentation shows. Only the built-in hosts are replaced."""

import os

import cronitor

BASE = os.environ["BASE"]
cronitor.api_key = os.environ["KEY"]
cronitor.Monitor._ping_api_url = lambda self: f"{BASE}/p/{self.api_key}/{self.key}"
cronitor.Monitor._monitor_api_url = classmethod(
    lambda cls, key=None: f"{BASE}/api/monitors" + (f"/{key}" if key else "")
)

cronitor.Monitor.put(type="job", key="py-nightly", schedule="0 2 * * *")


@cronitor.job("py-nightly")
def good():
    print("all well")


@cronitor.job("py-nightly")
def bad():
    raise ValueError("disk is full")


good()
try:
    bad()
except ValueError:
    pass
monitor = cronitor.Monitor("py-heartbeat")
monitor.ping(message="alive")
