"""Queues jobs in RQ and runs them with a worker. sentry-sdk reports the decorated jobs."""

import os

import sentry_sdk
from redis import Redis
from rq import Queue, Worker
from sentry_sdk.crons import monitor
from sentry_sdk.integrations.rq import RqIntegration

sentry_sdk.init(dsn=os.environ["DSN"], integrations=[RqIntegration()])
CONFIG = {"schedule": {"type": "interval", "value": 1, "unit": "day"}, "checkin_margin": 5}


@monitor(monitor_slug="rq-daily", monitor_config=CONFIG)
def good():
    return "all well"


@monitor(monitor_slug="rq-failing", monitor_config=CONFIG)
def bad():
    raise ValueError("disk is full")


if __name__ == "__main__":
    connection = Redis.from_url(os.environ["REDIS_URL"])
    queue = Queue(connection=connection)
    queue.enqueue("use_rq.good")
    queue.enqueue("use_rq.bad")
    Worker([queue], connection=connection).work(burst=True)
