"""Uses the library healthchecks-io as its documentation shows. Prints one line for each answer."""

import os
import sys

from healthchecks_io import CheckCreate, Client

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


mode = sys.argv[1]
if mode == "uuid":
    ping(uuid=os.environ["PING_ID"])
elif mode == "slug":
    ping(slug=os.environ["SLUG"])
else:
    manage()
