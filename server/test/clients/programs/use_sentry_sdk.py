"""Sends check-ins with sentry-sdk as its documentation shows."""

import os
import sys

import sentry_sdk
from sentry_sdk.crons import MonitorStatus, capture_checkin, monitor

sentry_sdk.init(dsn=os.environ["DSN"])

CONFIG = {
    "schedule": {"type": "crontab", "value": "0 2 * * *"},
    "timezone": "Europe/Riga",
    "checkin_margin": 10,
    "max_runtime": 60,
    "failure_issue_threshold": 2,
    "recovery_threshold": 1,
}


@monitor(monitor_slug="python-nightly", monitor_config=CONFIG)
def job():
    print("runs")


job()
if sys.argv[1] == "fail":
    check_in = capture_checkin(monitor_slug="python-nightly", status=MonitorStatus.IN_PROGRESS)
    capture_checkin(monitor_slug="python-nightly", check_in_id=check_in, status=MonitorStatus.ERROR, duration=1.5)
sentry_sdk.flush(10)
