import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/database/sqlite-connection.ts';
import { type Receiver, startReceiver } from '../notify/receiver.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';

let receiver: Receiver;
let server: RunningServer;

async function open(): Promise<void> {
  receiver = await startReceiver();
  server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'all' });
  await server.api('POST', '/v1/channels/', {
    type: 'webhook',
    name: 'hook',
    settings: { url: receiver.origin },
  });
}

async function close(): Promise<void> {
  await server.stop();
  await receiver.close();
}

function poison(...statements: readonly string[]): void {
  const db = connect(server.file, { busyMs: 5000 });
  db.exec(statements.join(';'));
  db.close();
}

async function failNewMonitor(): Promise<void> {
  const before = receiver.received.length;
  const { path } = await server.createMonitor();
  expect((await fetch(`${server.baseURL}${path}/fail`)).status).toBe(200);
  await receiver.arrived(before + 1);
}

const logged = (words: string) => server.log.filter(({ msg }) => msg.includes(words));
const TEAM = '(SELECT id FROM teams)';
const SET_ASIDE = 'so it was set aside';

async function gauge(): Promise<string | undefined> {
  const text = await (await fetch(`${server.baseURL}/metrics`)).text();
  return /^overdue_alerts_set_aside (\d+)$/m.exec(text)?.[1];
}

describe('an unreadable alert', () => {
  beforeEach(open);
  afterEach(close);

  test('is set aside with a message to the operator, delays no other alert, and can be retried', async () => {
    poison(
      `INSERT INTO outbox (team_id, kind, created_at, detail) VALUES (${TEAM}, 'report', 1, '{broken')`,
      `INSERT INTO outbox (team_id, kind, created_at) VALUES (${TEAM}, 'nonsense', 2)`,
      `INSERT INTO outbox (team_id, kind, created_at) VALUES (${TEAM}, 'channel_disabled', 3)`,
    );
    await failNewMonitor();
    await failNewMonitor();
    const count = 3;
    expect(logged(SET_ASIDE)).toHaveLength(count);
    expect(await gauge()).toBe(String(count));
    const { exitCode, out } = await server.command('check');
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(/^Alert \d+ \(outbox\) was set aside: .*nonsense/m),
    ]);
    poison("DELETE FROM outbox WHERE kind <> 'report' AND set_aside IS NOT NULL");
    poison(
      `UPDATE outbox SET detail = '${JSON.stringify({
        period: 'weekly',
        from: 0,
        to: 1,
        runs: 1,
        succeeded: 1,
        failed: 0,
        missed: 0,
        incidents: 0,
        worst: [],
        silentChannels: [],
      })}' WHERE kind = 'report'`,
    );
    expect((await server.command('retry-alerts', '--json')).out).toBe('{"alerts":1}\n');
    await until(() => {
      const db = connect(server.file, { busyMs: 5000 });
      const left = db
        .prepare('SELECT COUNT(*) AS left FROM outbox WHERE planned_at IS NULL OR set_aside IS NOT NULL')
        .get();
      db.close();
      expect(left).toMatchObject({ left: 0 });
    });
    expect(logged(SET_ASIDE)).toHaveLength(count);
    expect((await server.command('check')).out).toBe('ok\n');
  });

  test('an alert with a damaged message fails alone, and the list of deliveries shows a sentence for it', async () => {
    receiver.react({ status: 500 });
    const { path } = await server.createMonitor();
    await fetch(`${server.baseURL}${path}/fail`);
    await receiver.arrived(1);
    await until(() => expect(logged('An alert was not accepted.')).toHaveLength(1));
    receiver.react({ status: 200 });
    poison("UPDATE deliveries SET alert = '{broken', due_at = 0");
    await failNewMonitor();
    await until(() => expect(logged('The stored message could not be read')).toHaveLength(1));
    const { deliveries } = await server.api('GET', '/v1/deliveries/');
    expect(deliveries).toContainEqual(
      expect.objectContaining({ state: 'failed', title: 'This message is damaged' }),
    );
    expect(await gauge()).toBe('1');
  });
});

describe('a monitor with damaged rules', () => {
  beforeEach(open);
  afterEach(close);

  test('stays in the list, blocks no alerts of other monitors, and is named by the check', async () => {
    await failNewMonitor();
    poison(
      "UPDATE monitors SET schedule_type = 'nonsense'",
      "UPDATE monitor_states SET failure_reason = 'nonsense'",
    );
    await failNewMonitor();
    const { monitors } = await server.api('GET', '/v1/monitors/');
    expect(monitors).toHaveLength(2);
    expect((await server.command('check')).out).toMatch(/Monitor \d+ can't be read: .*nonsense/);
  });
});

describe('damaged settings', () => {
  beforeAll(open);
  afterAll(close);

  /** @param named what the check names, or null */
  async function expectAlerts(statement: string, path: string, named: string | null): Promise<void> {
    await failNewMonitor();
    poison(statement);
    await failNewMonitor();
    const response = await fetch(`${server.baseURL}${path}`, {
      headers: { Authorization: `Bearer ${server.token}` },
    });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.not.stringMatching(/JSON|SyntaxError/),
    ]);
    if (named !== null)
      expect((await server.command('check')).out).toContain(`${named} is damaged and treated as unset`);
    expect(logged(SET_ASIDE)).toEqual([]);
  }

  test("a team's alerting: alerts go out, and saving it repairs it", async () => {
    await expectAlerts("UPDATE teams SET alerting = '{'", '/v1/team/', 'of teams');
    // Otherwise the alerts of the tests below would be combined.
    await server.api('PATCH', '/v1/team/', { alerting: { gatherAbove: 0 } });
    expect((await server.command('check')).out).toBe('ok\n');
  });

  test.each<readonly [what: string, ...Parameters<typeof expectAlerts>]>([
    [
      'a maintenance window',
      `INSERT INTO maintenance_windows (team_id, short_id, name, scope, times, created_at) VALUES (${TEAM}, 'w', 'w', '{', '[', 1)`,
      '/v1/maintenance/',
      'scope of row 1 of maintenance_windows',
    ],
    [
      'an escalation policy',
      `INSERT INTO escalation_policies (team_id, short_id, name, steps, created_at) VALUES (${TEAM}, 'e', 'e', '{', 1)`,
      '/v1/escalations/',
      'steps of row 1 of escalation_policies',
    ],
    ["a project's alerting", "UPDATE projects SET alerting = '{'", '/v1/projects/', 'of projects'],
    [
      "a monitor's alerting and tags",
      "UPDATE monitors SET alerting = '{', tags = '{'",
      '/v1/monitors/',
      'tags of row 1 of monitors',
    ],
    [
      "a channel's lists",
      "UPDATE channels SET subscriptions = '{', tags = '{', members = '{'",
      '/v1/channels/',
      'members of row 1 of channels',
    ],
    ['decisions about channels', "UPDATE outbox SET decisions = '{'", '/v1/incidents/', null],
  ])('%s: the list can be read, alerts go out, and check names the row', (_, ...damage) =>
    expectAlerts(...damage),
  );
});
