"""Prints the next times of each expression as cronsim reads it; null for an expression that cronsim refuses."""

import json
import sys
from datetime import datetime, timezone
from itertools import islice

from cronsim import CronSim, CronSimError


def times(expression):
    try:
        found = CronSim(expression, datetime(2026, 1, 1, tzinfo=timezone.utc))
        return [int(at.timestamp() * 1000) for at in islice(found, 5)]
    except (CronSimError, RuntimeError):
        return None


print(json.dumps([times(expression) for expression in json.loads(sys.argv[1])]))
