"""Reports with small libraries for Healthchecks as their documentation shows. The argument names the library."""

import os
import sys

PING_URL = os.environ["PING_URL"]
library = sys.argv[1]

if library == "runchecked":
    from runchecked import HealthCheckedContext

    with HealthCheckedContext(PING_URL) as context:
        context.run(["echo", "all well"])
    with HealthCheckedContext(PING_URL) as context:
        context.run(["sh", "-c", "echo disk is full; exit 3"])
elif library == "health-ping":
    from health_ping import HealthPing

    for method, body in (("GET", None), ("POST", b"all well")):
        health = HealthPing(url=PING_URL, method=method, body=body)
        health.fire()
        print(health.result.success)
elif library == "healthchecks-wrapper":
    from healthchecks_wrapper import HealthCheck

    with HealthCheck(PING_URL):
        pass
    with HealthCheck(PING_URL, suppress_exceptions=True):
        raise ValueError("disk is full")
elif library == "healthchecks-manager":
    from healthchecks_manager import healthchecks_api_wrapper, manager

    # Only the built-in host is replaced.
    healthchecks_api_wrapper.API_URL_BASE = f"{os.environ['BASE']}/api/v1"
    healthchecks_api_wrapper.API_key = os.environ["API_KEY"]
    CHECK = {"tags": "db prod", "schedule": "0 2 * * *", "tz": "Europe/Riga", "channels": "*"}
    print("made", manager.get_endpoint("manager job", CHECK))
    # The library forgets the host of a check that it has just made.
    manager.cache.clear()
    manager.start("manager job", CHECK)
    manager.done("manager job", CHECK)
    manager.start("manager job", CHECK)
    manager.fail("manager job", CHECK)
