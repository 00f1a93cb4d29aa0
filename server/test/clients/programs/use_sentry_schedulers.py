"""Runs jobs of APScheduler and Huey that sentry-sdk reports as check-ins."""

import os
import time

import sentry_sdk
from apscheduler.schedulers.background import BackgroundScheduler
from huey import MemoryHuey
from sentry_sdk.crons import monitor

sentry_sdk.init(dsn=os.environ["DSN"])
CONFIG = {"schedule": {"type": "crontab", "value": "0/15 * * * *"}, "checkin_margin": 0}


@monitor(monitor_slug="apscheduler-job", monitor_config=CONFIG)
def scheduled():
    print("runs")


scheduler = BackgroundScheduler()
scheduler.add_job(scheduled)
scheduler.start()
scheduler.shutdown(wait=True)

huey = MemoryHuey(immediate=True)


@huey.task()
@monitor(monitor_slug="huey-job", monitor_config=CONFIG)
def task():
    raise ValueError("disk is full")


task()
sentry_sdk.flush(10)
time.sleep(0.1)
