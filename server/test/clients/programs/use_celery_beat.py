"""Runs a worker of Celery with its beat. sentry-sdk reports the entries of the beat. Ends when each entry has run."""

import os
from datetime import datetime, timezone

import sentry_sdk
from celery import Celery
from celery.schedules import crontab
from celery.signals import task_postrun
from celery.worker import state
from sentry_sdk.integrations.celery import CeleryIntegration

sentry_sdk.init(dsn=os.environ["DSN"], integrations=[CeleryIntegration(monitor_beat_tasks=True)])

app = Celery("jobs", broker=os.environ["REDIS_URL"])
LONG_AGO = datetime(2026, 1, 1, tzinfo=timezone.utc)
app.conf.update(
    timezone="Europe/Riga",
    beat_schedule_filename=os.environ["SCHEDULE_FILE"],
    # Entries that last ran long ago are due at once.
    beat_schedule={
        "celery-nightly": {"task": "good", "schedule": crontab(hour=2, minute=0), "last_run_at": LONG_AGO},
        "celery-hourly": {"task": "bad", "schedule": 3600.0, "last_run_at": LONG_AGO},
    },
)


@app.task(name="good")
def good():
    return "all well"


@app.task(name="bad")
def bad():
    raise ValueError("disk is full")


ended = set()


@task_postrun.connect
def end(task, **_):
    ended.add(task.name)
    if len(ended) == 2:
        state.should_stop = os.EX_OK


if __name__ == "__main__":
    app.worker_main(["worker", "--beat", "--pool", "solo", "--loglevel", "error", "--without-gossip", "--without-mingle"])
