import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Connection, cell, connect } from '../../src/database/sqlite-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import { countingIDs, makeMonitor, makeTeam, NOON, ping } from './suite/fixtures.ts';

/**
 * Creates three monitors: monitor 1 is down after three pings, monitor 2 has an open run, and monitor 3 belongs to
 * another team.
 */
async function fill(store: Store): Promise<void> {
  const acme = await makeTeam(store, 'acme');
  const other = await makeTeam(store, 'other');
  for (const name of ['a', 'b'])
    await makeMonitor(store, { teamID: acme.id, projectID: acme.projectID, name });
  await makeMonitor(store, { teamID: other.id, projectID: other.projectID, name: 'c' });
  const request = { body: new Uint8Array([1]) };
  await store.apply([
    ping(1, 'end', NOON, { request }),
    ping(1, 'end', NOON + 1),
    ping(1, 'fail', NOON + 2),
    ping(2, 'start', NOON),
  ]);
}

function byHand<T>(file: string, work: (db: Connection) => T): T {
  const db = connect(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

async function findingsAfter(damage: string): Promise<readonly string[]> {
  const folder = makeDataFolder('overdue-check-');
  const file = join(folder, 'overdue.db');
  const store = await openSqliteStore({ file, newID: countingIDs() });
  await fill(store);
  byHand(file, (db) => {
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec(damage);
  });
  const findings = await store.check(100);
  await store.close();
  rmSync(folder, { recursive: true });
  return findings;
}

const delivery = (state: string, doneAt: string) =>
  `INSERT INTO deliveries (id, key, team_id, channel_id, kind, alert, state, due_at, created_at, expires_at, done_at)
    VALUES (1, 'k', 'team-acme', 1, 'down', '{}', '${state}', 1, 1, 1, ${doneAt})`;

const MAIL_TO_NOBODY = `INSERT INTO deliveries (id, key, team_id, channel_id, kind, alert, state, due_at, created_at, expires_at, done_at)
    VALUES (1, 'k', 'team-acme', 0, 'channel_disabled', '{"title":"Off"}', 'sent', 1, 1, 1, 1)`;

const DAMAGES: readonly (readonly [string, string, RegExp])[] = [
  ['a mail that names nobody', MAIL_TO_NOBODY, /Delivery 1 has neither a channel nor a recipient/],
  ['a monitor without a state', 'DELETE FROM monitor_states WHERE monitor_id = 3', /Monitor 3 has no state/],
  [
    'a state without a monitor',
    'DELETE FROM monitors WHERE id = 3',
    /state refers to monitor 3, which does not exist/,
  ],
  [
    'events of nobody',
    'UPDATE events SET monitor_id = 9 WHERE monitor_id = 2',
    /Rows in events refer to monitor 9/,
  ],
  [
    'runs of nobody',
    'UPDATE runs SET monitor_id = 9 WHERE monitor_id = 2',
    /Rows in runs refer to monitor 9/,
  ],
  [
    'transitions of nobody',
    'UPDATE transitions SET monitor_id = 9 WHERE monitor_id = 2',
    /Rows in transitions refer to monitor 9/,
  ],
  ['a body of nobody', 'UPDATE event_bodies SET monitor_id = 9', /Rows in event_bodies refer to monitor 9/],
  ['a body of no event', 'UPDATE event_bodies SET number = 7', /body refers to event 7 of monitor 1/],
  [
    'a lost event',
    'DELETE FROM events WHERE monitor_id = 1 AND number = 2',
    /Monitor 1 counts 3 events, but has 2/,
  ],
  [
    'a lost last event',
    'DELETE FROM events WHERE monitor_id = 1 AND number = 3',
    /Monitor 1 counts 3 events, but has 2/,
  ],
  [
    'an event that is there twice',
    'UPDATE events SET number = 2 WHERE monitor_id = 1 AND number = 3',
    /numbered 1 to 2/,
  ],
  [
    'a count of events that is wrong',
    'UPDATE monitor_states SET event_count = 2 WHERE monitor_id = 1',
    /counts 2 events/,
  ],
  ['a lost run', 'DELETE FROM runs WHERE monitor_id = 1 AND seq = 2', /Monitor 1 counts 3 runs, but has 2/],
  [
    'a count of runs that is wrong',
    'UPDATE monitor_states SET run_count = 5 WHERE monitor_id = 1',
    /counts 5 runs/,
  ],
  [
    'a count of open runs that is wrong',
    'UPDATE monitor_states SET open_runs = 0 WHERE monitor_id = 2',
    /counts 0 open runs, but has 1/,
  ],
  [
    'a transition without an outbox row',
    'DELETE FROM outbox WHERE transition_id = 1',
    /Transition 1 of monitor 1 has no outbox row/,
  ],
  [
    'an alert of no transition',
    'UPDATE outbox SET transition_id = 99 WHERE transition_id = 1',
    /transition 99, which does not exist/,
  ],
  [
    'an alert of nothing',
    'UPDATE outbox SET transition_id = NULL WHERE transition_id = 1',
    /Outbox row 1 refers to the wrong objects for its kind, "up"/,
  ],
  [
    'transitions that do not follow',
    "UPDATE transitions SET from_status = 'new' WHERE id = 2",
    /Transition 2 .* "new", but the one before it led to "up"/,
  ],
  [
    'a last transition to elsewhere',
    "UPDATE transitions SET to_status = 'failing' WHERE id = 2",
    /Monitor 1 is "down", but/,
  ],
  [
    'a monitor that is down without an incident',
    "UPDATE incidents SET closed_at = 1, closed_by = 'recovered' WHERE monitor_id = 1",
    /Monitor 1 is down and has no open incident/,
  ],
  [
    'an incident of a monitor that is not down',
    "INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at) VALUES ('x', 'team-acme', 2, 'failed', 1)",
    /Incident \d+ is open, but monitor 2 is not down/,
  ],
  [
    'an incident that is over for no reason',
    'UPDATE incidents SET closed_at = 1 WHERE monitor_id = 1',
    /Incident 1 must either be open, or be closed with a cause/,
  ],
  [
    'an alarm without its incident',
    "UPDATE outbox SET incident_id = NULL WHERE kind = 'down'",
    /Outbox row 2 opens or ends an incident but names none/,
  ],
  [
    "an alarm of another monitor's incident",
    'UPDATE incidents SET monitor_id = 3',
    /Outbox row 2 names incident 1, which does not belong to its monitor/,
  ],
  [
    'a delivery for nobody',
    delivery('waiting', 'NULL'),
    /Delivery 1 is for a channel that does not belong to its team/,
  ],
  [
    'a delivery that is done and waits',
    delivery('waiting', '1'),
    /Delivery 1 must be either waiting or done/,
  ],
  [
    'an attempt of no delivery',
    "INSERT INTO delivery_attempts (delivery_id, at, latency_ms, outcome, answer) VALUES (7, 1, 1, 'sent', '')",
    /Rows in delivery_attempts refer to delivery 7/,
  ],
  [
    'a delivery that is done, and still in the way of others',
    `${delivery('sent', '1')}; INSERT INTO delivery_items (delivery_id, channel_id, outbox_id, waiting) VALUES (1, 1, 1, 1)`,
    /Items of delivery 1 have a different state/,
  ],
  [
    'a team without a default project',
    "UPDATE projects SET is_default = 0 WHERE team_id = 'team-acme'",
    /Team team-acme has no default/,
  ],
  [
    'a team without an owner',
    "UPDATE members SET role = 'admin' WHERE team_id = 'team-acme'",
    /Team team-acme has no owner/,
  ],
  [
    'a project of another team',
    'UPDATE monitors SET project_id = 1 WHERE id = 3',
    /Monitor 3 is in a project of another team/,
  ],
  [
    'a monitor that does not wake',
    'UPDATE monitor_states SET wake_at = NULL WHERE monitor_id = 1',
    /Monitor 1 wakes at null instead of \d+/,
  ],
  [
    'a word that means nothing',
    "UPDATE monitor_states SET incident_reason = 'gremlins' WHERE monitor_id = 1",
    /Monitor 1 can't be read: .*gremlins/,
  ],
  [
    'a member of no team',
    "DELETE FROM teams WHERE id = 'team-other'",
    /Row \d+ of members refers to a missing row of teams/,
  ],
  [
    'a chain that leads elsewhere',
    'UPDATE events SET previous_id = 4 WHERE monitor_id = 1 AND number = 3',
    /Row 3 in events of monitor 1/,
  ],
  [
    'a chain that is cut',
    'UPDATE runs SET previous_id = NULL WHERE monitor_id = 1 AND seq = 3',
    /runs of monitor 1 form 2 chains/,
  ],
  [
    'a chain whose end is lost',
    'UPDATE monitor_states SET last_event_id = 2 WHERE monitor_id = 1',
    /Monitor 1 does not refer to the newest row of its events/,
  ],
  [
    'a chain without an end',
    'UPDATE monitor_states SET last_run_id = NULL WHERE monitor_id = 1',
    /Monitor 1 does not refer to the newest row of its runs/,
  ],
  [
    "somebody else's chain",
    'UPDATE monitor_states SET last_event_id = 1 WHERE monitor_id = 3',
    /Monitor 3 refers to events of another monitor/,
  ],
];

describe('check', () => {
  test('a check finds nothing in sound data', async () => {
    expect(await findingsAfter('SELECT 1')).toEqual([]);
  });

  test.each(DAMAGES)('a check finds %s', async (_name, damage, finding) => {
    expect(await findingsAfter(damage)).toContainEqual(expect.stringMatching(finding));
  });

  test('a check stops at the limit', async () => {
    const store = await openSqliteStore({ file: ':memory:', newID: countingIDs() });
    await fill(store);
    expect(await store.check(0)).toEqual([]);
    await store.close();
    expect((await findingsAfter('DELETE FROM monitor_states; DELETE FROM outbox;')).length).toBeGreaterThan(
      4,
    );
  });

  test('a check finds a damaged file', async () => {
    const folder = makeDataFolder('overdue-check-');
    const file = join(folder, 'overdue.db');
    const store = await openSqliteStore({ file, newID: countingIDs() });
    await fill(store);
    await store.close();
    const page = byHand(file, (db) =>
      cell(db, "SELECT rootpage FROM sqlite_schema WHERE name = 'runs_run_id'"),
    );
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (Number(page) - 1) * 4096);
    closeSync(handle);
    const damaged = await openSqliteStore({ file, newID: countingIDs() });
    expect(await damaged.check(5)).toContainEqual(expect.stringMatching(/^The database file is damaged/));
    await damaged.close();
    rmSync(folder, { recursive: true });
  });
});
