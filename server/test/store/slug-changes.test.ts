import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MonitorRecord } from '../../src/database/records.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { createMonitorEdit, recordOf } from '../edits.ts';
import { query } from '../postgres/cluster.ts';
import { takeDatabase } from '../postgres/database.ts';
import { countingIDs, makeMonitor, makeTeam, NOON, newProject } from './suite/fixtures.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Maximum age of a slug look-up that pings may use. */
const AGE_MAX = 5 * SECOND;

type Team = Awaited<ReturnType<typeof makeTeam>>;

interface Jobs {
  readonly job: MonitorRecord;
  readonly other: MonitorRecord;
}

let url: string;
/** One node, and another node on the same database. */
let here: Store;
let there: Store;
let team: Team;
let now: number;
let made = 0;

beforeEach(async () => {
  const database = await takeDatabase('18');
  url = database.url;
  const newID = countingIDs();
  const open = () => openPostgresStore({ url, newID, now: NOON });
  [here, there] = await Promise.all([open(), open()]);
  const nodes = [here, there];
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });
  team = await makeTeam(here, 'acme');
  await makeKey(team, 'k');
  now = 0;
});

async function makeKey({ id: teamID, projectID }: Team, name: string): Promise<void> {
  const named = { shortID: `short-${name}`, name, prefix: name, hash: `hash-${name}`, createdBy: 'Ann' };
  const lasting = { createdAt: NOON, expiresAt: null, endsWithToken: null };
  recordOf(await here.projectKeys.create({ teamID, projectID, kind: 'ping', ...lasting, ...named }));
}

function makeJob(slug: string, projectID = team.projectID) {
  made += 1;
  return makeMonitor(there, { teamID: team.id, projectID, name: `${slug}-${made}`, slug });
}

const addressOf = (slug: string, key = 'k') => ({ keyHash: `hash-${key}`, slug });

/** Returns the monitors that this node remembers for a slug; undefined if it must look them up. */
function remembered(slug: string, ageMax: number | undefined = AGE_MAX) {
  return here.slugs.findCached(addressOf(slug), now, ageMax)?.monitors.map(({ monitorID }) => monitorID);
}

async function found(slug: string, key?: string) {
  return (await here.slugs.find(addressOf(slug, key), now))?.monitors.map(({ monitorID }) => monitorID);
}

/** Makes the node read the changes, by looking up another slug. */
async function follow(): Promise<void> {
  now += SECOND;
  await found('unused');
}

describe('a node', () => {
  test.for([
    ['renamed', ({ job }) => there.apply([createMonitorEdit(job, NOON, { slug: 'renamed' })])],
    ['edited', ({ job }) => there.apply([createMonitorEdit(job, NOON, { name: 'renamed' })])],
    ['deleted', ({ job }) => there.deleteMonitors([job.id], NOON)],
    ['no longer alone', () => makeJob('job')],
    [
      'joined by a renamed one',
      ({ other }) => there.apply([createMonitorEdit(other, NOON, { slug: 'job' })]),
    ],
  ] as const satisfies readonly (readonly [string, (jobs: Jobs) => Promise<unknown>])[])(
    'forgets the slug of a monitor that another node has %s, and no other slug',
    async ([, change]) => {
      const jobs = {
        job: await makeJob('job'),
        other: await makeJob('other'),
        third: await makeJob('third'),
      };
      for (const slug of ['job', 'other', 'third']) await found(slug);
      await change(jobs);
      await follow();
      expect(remembered('job')).toBeUndefined();
      expect(remembered('third')).toEqual([jobs.third.id]);
    },
  );

  test('forgets a slug whose monitor another node has moved to another project', async () => {
    const { id: projectID } = recordOf(await there.projects.create(newProject(team.id, 'p2')));
    const job = await makeJob('job');
    expect(await found('job')).toEqual([job.id]);
    await there.apply([createMonitorEdit(job, NOON, { projectID })]);
    await follow();
    expect(remembered('job')).toBeUndefined();
    expect(await found('job')).toEqual([]);
  });

  test('forgets a key that another node has deleted, even in an outage', async () => {
    await makeKey(team, 'second');
    const { id } = await makeJob('job');
    await found('job');
    await found('job', 'second');
    await there.projectKeys.delete(team.id, 'short-k');
    await follow();
    expect(remembered('job', Number.POSITIVE_INFINITY)).toBeUndefined();
    expect(here.slugs.findCached(addressOf('job', 'second'), now, AGE_MAX)?.monitors).toMatchObject([
      { monitorID: id },
    ]);
  });

  test('finds the team that has a key now, not the team that had the key before', async () => {
    const other = await makeTeam(here, 'other');
    await makeJob('job');
    await found('job');
    await there.projectKeys.delete(team.id, 'short-k');
    await makeKey(other, 'k');
    await follow();
    expect(remembered('job')).toBeUndefined();
    expect(await here.slugs.find(addressOf('job'), now)).toMatchObject({
      project: { teamID: other.id },
      monitors: [],
    });
  });

  test('looks up all slugs again after many changes, and remembers them for an outage', async () => {
    const { id } = await makeJob('job');
    await found('job');
    await query(
      url,
      `INSERT INTO monitors (team_id, project_id, short_id, ping_id, normalized_ping_id, name, description, tags, schedule_type,
          interval_ms, cron, timezone, grace_ms, alert_after_failures, recover_after_successes, created_at, slug)
        SELECT '${team.id}', ${team.projectID}, 's' || n, 'P' || n, 'p' || n, n, '', '[]', 'interval', 60000, '', 'UTC', 0, 1, 1, 1, 's' || n
          FROM generate_series(1, 101) AS n`,
    );
    expect(await query(url, 'SELECT slug FROM slug_changes ORDER BY id DESC LIMIT 1')).toEqual([
      { slug: null },
    ]);
    await follow();
    expect(remembered('job')).toBeUndefined();
    expect(remembered('job', Number.POSITIVE_INFINITY)).toEqual([id]);
  });

  test('misses no change of a transaction that commits after later changes', async () => {
    const job = await makeJob('job');
    await found('job');
    const slow = new pg.Client({ connectionString: url });
    await slow.connect();
    onTestFinished(() => slow.end());
    await slow.query(`BEGIN; UPDATE monitors SET slug = 'renamed' WHERE id = ${job.id}`);
    await makeJob('later');
    await follow();
    await follow();
    expect(remembered('job')).toEqual([job.id]);
    await slow.query('COMMIT');
    await follow();
    expect(remembered('job')).toBeUndefined();
    expect(await found('renamed')).toEqual([job.id]);
  });

  test('keeps its slugs when a read fails, and misses no change', async () => {
    const [job, other] = [await makeJob('job'), await makeJob('other')];
    await found('job');
    await found('other');
    await there.apply([createMonitorEdit(job, NOON, { slug: 'renamed' })]);
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query('BEGIN; LOCK TABLE slug_changes IN ACCESS EXCLUSIVE MODE');
    const reading = expect(found('unused')).rejects.toThrow('PostgreSQL is unavailable');
    await expect
      .poll(() =>
        query(
          url,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%slug_changes%'`,
        ),
      )
      .toHaveLength(1);
    await reading;
    await blocker.query('ROLLBACK');
    expect(remembered('other')).toEqual([other.id]);
    await follow();
    expect(remembered('other')).toEqual([other.id]);
    expect(remembered('job')).toBeUndefined();
    expect(await found('renamed')).toEqual([job.id]);
  });

  test('reads the changes in the background while pings arrive, without slowing their answers', async () => {
    const job = await makeJob('job');
    await found('job');
    await there.apply([createMonitorEdit(job, NOON, { slug: 'renamed' })]);
    now += 2 * SECOND;
    // The node may return the former monitor for one more ping. That ping makes the node read the changes.
    expect(remembered('job')).toEqual([job.id]);
    await expect.poll(() => remembered('job')).toBeUndefined();
  });

  test('remembers a slug for ten minutes without another read, while it follows the changes', async () => {
    const { id } = await makeJob('job');
    await found('job');
    now += AGE_MAX + 1;
    expect(remembered('job')).toBeUndefined();
    await follow();
    expect(remembered('job')).toEqual([id]);
    now = 10 * MINUTE - SECOND;
    await follow();
    expect(remembered('job')).toEqual([id]);
    await follow();
    expect(remembered('job')).toBeUndefined();
  });
});

test('changes are kept for an hour', async () => {
  await makeJob('job');
  const prune = (ageMs: number) =>
    here.prune(
      { oldBefore: 0, keptPerMonitor: 1, rowsPerStep: 10, monitorsPerStep: 10, now: NOON + ageMs },
      { by: 'expiry' },
    );
  await prune(0);
  await prune(59 * MINUTE);
  expect(await query(url, 'SELECT count(*)::int FROM slug_changes')).toEqual([{ count: 1 }]);
  await prune(61 * MINUTE);
  expect(await query(url, 'SELECT count(*)::int FROM slug_changes')).toEqual([{ count: 0 }]);
});

test('no number of pings writes a change', async () => {
  const { id } = await makeJob('job');
  const before = await query(url, 'SELECT count(*) FROM slug_changes');
  const command = { kind: 'ping', type: 'ping', rid: null, durationMs: null, warnings: [] } as const;
  await there.apply(
    [1, 2].map((minute) => ({ monitorID: id, command: { ...command, at: NOON + minute * MINUTE } })),
  );
  expect(await query(url, 'SELECT count(*) FROM slug_changes')).toEqual(before);
});
