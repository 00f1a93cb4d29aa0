"""Reports with healthchecks-decorator as its documentation shows."""

import os

from healthchecks_decorator import healthcheck


@healthcheck(url=os.environ["PING_URL"], send_start=True)
def good():
    return None


@healthcheck(url=os.environ["PING_URL"])
def bad():
    raise ValueError("disk is full")


good()
try:
    bad()
except ValueError:
    pass
