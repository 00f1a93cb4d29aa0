"""Uses the library healthchecks-io as its documentation shows. Prints one line for each answer."""

import asyncio
import os
import sys

from healthchecks_io import AsyncClient, CheckCreate, Client

BASE = os.environ["BASE"]
client = Client(
    api_key=os.environ.get("API_KEY", "x"),
    ping_key=os.environ.get("PING_KEY", ""),
    api_url=f"{BASE}/api/",
    ping_url=os.environ.get("PING_BASE", f"{BASE}/ping/"),
    api_version=int(os.environ.get("API_VERSION", "1")),
)


def ping(**target):
    print(client.start_ping(**target))
    print(client.success_ping(data="done", **target))
    print(client.exit_code_ping(3, data="broken", **target))
    print(client.fail_ping(data="gave up", **target))


def manage():
    created = client.create_check(
        CheckCreate(name="python job", tags="db prod", schedule="0 2 * * *", tz="Europe/Riga", grace=600)
    )
    print("created", created.name, created.tags, created.status)
    changed = client.update_check(created.uuid, CheckCreate(name="python job 2", schedule="0 3 * * *", tags="db"))
    print("changed", changed.name, changed.tags)
    print("found", client.get_check(created.uuid).name)
    print("listed", [check.name for check in client.get_checks(tags=["db"])])
    client.success_ping(uuid=created.uuid)
    print("pings", len(client.get_check_pings(created.uuid)))
    # get_check_flips expects a list, which Healthchecks does not send either.
    print("integrations", [each.kind for each in client.get_integrations()])
    print("badges", sorted(client.get_badges()))
    print("paused", client.pause_check(created.uuid).status)
    print("deleted", client.delete_check(created.uuid).name)


async def operate():
    """Creates, changes and deletes a check as the operator for Kubernetes does."""
    async with AsyncClient(api_key=os.environ["API_KEY"], api_url=f"{BASE}/api/") as operator:
        wanted = {"name": "operator job", "slug": "operator-job", "tags": "k8s", "timeout": 3600, "grace": 600}
        created = await operator.create_check(CheckCreate(**wanted))
        print("created", created.name, created.timeout)
        changed = await operator.update_check(created.uuid, CheckCreate(**{**wanted, "timeout": 7200}))
        print("changed", changed.name, changed.timeout)
        print("deleted", (await operator.delete_check(created.uuid)).name)
        print("left", [check.name for check in await operator.get_checks(tags=["k8s"])])


mode = sys.argv[1]
if mode == "uuid":
    ping(uuid=os.environ["PING_ID"])
elif mode == "slug":
    ping(slug=os.environ["SLUG"])
elif mode == "operate":
    asyncio.run(operate())
else:
    manage()
