/**
 * Two nodes share a PostgreSQL with a million monitors. How soon do they judge 50 000 monitors that are due within one
 * second, each exactly once, while both nodes receive pings?
 */
import { join } from 'node:path';
import { benchOnSharedCores } from './bench.ts';
import { type Outcome, pace, sleep } from './load.ts';
import { pingsMeanwhile, readMetric, roundOf } from './pings.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { addMonitorRows, firstTeam, seedMillionRows } from './seed-postgres.ts';
import { DAILY_DEADLINE_MS, firstTeamMonitor, MILLION, pingIDOf } from './seeded-monitor.ts';
import { startNode } from './server-process.ts';

const PINGS_PER_SECOND = 500;
const CONNECTIONS = 64;
/** Time to add the rows, count them, and wait until the nodes are idle. */
const AHEAD_MS = 40_000;
const LEAD_MS = 1000;
const TEAM_MONITORS = 10_000;
const POLL_MS = 20;
const MS_MAX = 120_000;

await benchOnSharedCores(
  'How soon do two nodes on PostgreSQL judge 50 000 of 1 000 000 monitors that are due within a second?',
  { deadlines: 50_000, over: 1000 },
  async ({ numbers: { deadlines, over }, folder, own, release }) => {
    const postgres = own(await startPostgres());
    await seedMillionRows(postgres);
    const from = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000;
    const dueAt = (n: number) => from + Math.floor((n * over) / deadlines);
    const team = await firstTeam(postgres);
    await addMonitorRows(postgres, {
      first: MILLION + 1,
      count: deadlines,
      teamOf: () => team,
      lastPingAt: (number) => dueAt(number - MILLION - 1) - DAILY_DEADLINE_MS,
    });
    await postgres.query('VACUUM ANALYZE');
    await postgres.query('CHECKPOINT');
    const start = async (name: string) =>
      own(await startNode({ url: postgres.url, spool: join(folder, `${name}.db`) }));
    const nodes = [await start('first'), await start('second')];
    if (Date.now() > from - 2 * LEAD_MS)
      throw new Error('Seeding took too long: the first deadlines passed.');

    const ports = nodes.map(({ port }) => port);
    const to = dueAt(deadlines - 1);
    const { doneAt, pings } = await watchStorm(postgres, ports, { from, to });
    if (Number.isNaN(doneAt)) throw new Error('Not all were judged in two minutes.');
    const shares = await Promise.all(
      ports.map((port) => readMetric(port, 'overdue_watchdog_verdicts_total')),
    );
    for (const node of nodes) await release(node);
    const judged = await countJudged(postgres);
    return {
      figures: [
        {
          name: 'all judged, after the first deadline',
          value: (doneAt - from) / 1000,
          unit: 's',
          atMost: 10,
        },
        { name: 'all judged, after the last deadline', value: (doneAt - to) / 1000, unit: 's' },
        { name: 'judged by the first node', value: shares[0] ?? 0, unit: '' },
        { name: 'judged by the second node', value: shares[1] ?? 0, unit: '' },
        { name: 'runs missed', value: judged.missed, unit: '', atLeast: deadlines },
        { name: 'changes to down', value: judged.changes, unit: '', atLeast: deadlines },
        { name: 'incidents', value: judged.incidents, unit: '', atLeast: deadlines },
        { name: 'alerts in the outbox', value: judged.alerts, unit: '', atLeast: deadlines },
        {
          name: 'monitors not judged exactly once',
          value: deadlines - judged.once,
          unit: '',
          atMost: 0,
        },
        ...pingsMeanwhile(pings),
      ],
      notes: [`Pings came at ${PINGS_PER_SECOND} a second to both nodes, and count from when they were due.`],
    };
  },
);

/** Pings at a steady rate, from shortly before the first deadline until no monitor is overdue. */
async function watchStorm(
  postgres: Postgres,
  ports: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly doneAt: number; readonly pings: Outcome }> {
  const pingIDs = Array.from({ length: TEAM_MONITORS }, (_, n) => pingIDOf(firstTeamMonitor(n)));
  let doneAt = Number.NaN;
  await sleep(Math.max(0, from - LEAD_MS - Date.now()));
  async function watch(): Promise<void> {
    await sleep(to + 1 - Date.now());
    while (Date.now() < to + MS_MAX) {
      // A report exactly at the deadline is on time, so the verdict is due one millisecond later.
      const [next] = await postgres.query<{ at: number }>(
        'SELECT wake_at AS at FROM monitor_states WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT 1',
      );
      if (next === undefined || next.at > to + 1) {
        doneAt = Date.now();
        return;
      }
      await sleep(POLL_MS);
    }
  }
  const watched = watch();
  const pings = await pace({
    ports,
    perSecond: PINGS_PER_SECOND,
    connections: CONNECTIONS,
    msMax: MS_MAX,
    next: roundOf(pingIDs),
    isDone: () => !Number.isNaN(doneAt),
  });
  await watched;
  return { doneAt, pings };
}

interface Judged {
  readonly missed: number;
  readonly changes: number;
  readonly incidents: number;
  readonly alerts: number;
  /** Number of monitors with exactly one missed run, one change, one incident and one alert. */
  readonly once: number;
}

async function countJudged(postgres: Postgres): Promise<Judged> {
  const counted = (table: string, condition: string) =>
    `SELECT monitor_id, count(*) AS count FROM ${table}
     WHERE monitor_id > ${MILLION} AND ${condition} GROUP BY monitor_id`;
  const [judged] = await postgres.query<Judged>(`
    SELECT sum(m.count) AS missed, sum(c.count) AS changes, sum(i.count) AS incidents, sum(a.count) AS alerts,
      count(*) FILTER (WHERE (m.count, c.count, i.count, a.count) = (1, 1, 1, 1)) AS once
    FROM (${counted('runs', "state = 'missed'")}) m
    FULL JOIN (${counted('transitions', "to_status = 'down'")}) c USING (monitor_id)
    FULL JOIN (${counted('incidents', 'true')}) i USING (monitor_id)
    FULL JOIN (${counted('outbox', "kind = 'down'")}) a USING (monitor_id)`);
  if (judged === undefined) throw new Error('Nothing was counted.');
  return judged;
}
