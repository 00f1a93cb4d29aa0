/**
 * How soon after its deadline does an idle server judge a missed run? How soon does it judge 50 000 of a million
 * monitors that are due within one second, while it also answers pings?
 */

import { prepare } from '../server/src/database/sqlite-connection.ts';
import { openDatabase } from '../server/src/store/sqlite/database.ts';
import { bench } from './bench.ts';
import { createLatencies, type Latencies } from './latencies.ts';
import { type Outcome, pace, sleep } from './load.ts';
import { pingsMeanwhile, readMetric, roundOf } from './pings.ts';
import { addMonitors, openMillion, teamOf, withDatabase } from './seed.ts';
import { DAILY_DEADLINE_MS, firstTeamMonitor, MILLION, pingIDOf } from './seeded-monitor.ts';
import { startServer } from './server-process.ts';

const PINGS_PER_SECOND = 500;
const CONNECTIONS = 64;
/** Time to seed the rows, start the service and wait until the service is idle. */
const AHEAD_MS = 20_000;
/** Gap between trials. A second isn't a multiple of the gap, so the trials start at different moments of a second. */
const TRIAL_GAP_MS = 137;
const POLL_MS = 1;
const STORM_POLL_MS = 10;
const LEAD_MS = 200;
const TEAM_MONITORS = 10_000;
const MS_MAX = 60_000;

await bench(
  'How soon after its deadline is a missed run judged: one on an idle server, 50 000 in one second?',
  { trials: 100, deadlines: 50_000, over: 1000 },
  async ({ numbers, folder, keepFolder, own, release }) => {
    const { file } = await openMillion({ folder, keepFolder });
    const { trials, deadlines, over } = numbers;
    const trialsFrom = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000;
    const stormFrom = Math.ceil((trialsFrom + trials * TRIAL_GAP_MS) / 1000) * 1000 + 3000;
    const trialAt = (n: number) => trialsFrom + n * TRIAL_GAP_MS;
    const stormAt = (n: number) => stormFrom + Math.floor((n * over) / deadlines);
    withDatabase(file, (database) => {
      const team = teamOf(database, 2);
      const add = (first: number, count: number, at: (n: number) => number) =>
        addMonitors(database, {
          first,
          count,
          teamOf: () => team,
          lastPingAt: (number) => at(number - first) - DAILY_DEADLINE_MS,
        });
      add(MILLION + 1, trials, trialAt);
      add(MILLION + 1 + trials, deadlines, stormAt);
    });
    const server = own(await startServer({ file }));
    if (Date.now() > trialsFrom - 2000) throw new Error('Seeding took too long: the first deadlines passed.');

    const observer = openObserver(file);
    try {
      const seen = await observer.watchVerdicts(trials, (monitorID) => trialAt(monitorID - MILLION - 1));
      const lag = await readLag(server.port);
      const stormTo = stormAt(deadlines - 1);
      const storm = await watchStorm(observer, server.port, { from: stormFrom, to: stormTo });
      if (Number.isNaN(storm.doneAt)) throw new Error('Not all were judged in a minute.');
      const judged = observer.countJudged(MILLION + trials);
      const outbox = observer.countAlerts();
      await release(server);
      return {
        figures: [
          { name: 'idle: p50 after the deadline', value: seen.percentile(0.5), unit: 'ms', atMost: 100 },
          { name: 'idle: p99 after the deadline', value: seen.percentile(0.99), unit: 'ms', atMost: 100 },
          { name: 'idle: max after the deadline', value: seen.percentile(1), unit: 'ms', atMost: 100 },
          { name: 'idle: mean lag by its own metrics', value: lag, unit: 'ms' },
          { name: 'idle: verdicts seen', value: seen.count(), unit: '', atLeast: trials },
          {
            name: 'all judged, after the first deadline',
            value: (storm.doneAt - stormFrom) / 1000,
            unit: 's',
            atMost: 5,
          },
          {
            name: 'all judged, after the last deadline',
            value: (storm.doneAt - stormTo) / 1000,
            unit: 's',
          },
          { name: 'judged as down', value: judged, unit: '', atLeast: deadlines },
          { name: 'alerts in the outbox', value: outbox, unit: '', atLeast: deadlines + trials },
          ...pingsMeanwhile(storm.pings, { p99Ms: 100 }),
        ],
        notes: [
          'A verdict counts from when another process can read it in the database, looked for each millisecond.',
          `Pings came at ${PINGS_PER_SECOND} a second, and count from when they were due.`,
        ],
      };
    } finally {
      observer.close();
    }
  },
);

/** Opens the database read-only while the server uses it. */
function openObserver(file: string) {
  const { raw } = openDatabase(file);
  raw.exec('PRAGMA query_only = ON');
  const newVerdicts = prepare<[number], { id: number; monitorID: number }>(
    raw,
    'SELECT id, monitor_id AS monitorID FROM transitions WHERE id > ? ORDER BY id',
  );
  const overdue = prepare<[number], object>(raw, 'SELECT 1 FROM monitor_states WHERE wake_at <= ? LIMIT 1');
  const judged = prepare<[number], { count: number }>(
    raw,
    "SELECT COUNT(*) AS count FROM transitions WHERE monitor_id > ? AND to_status = 'down'",
  );
  const alerts = prepare<[], { count: number }>(
    raw,
    "SELECT COUNT(*) AS count FROM outbox WHERE kind = 'down'",
  );
  return {
    /**
     * Waits for `count` verdicts, and returns the delay between each deadline and its verdict. `deadlineOf` returns the deadline
     * of a monitor.
     */
    async watchVerdicts(count: number, deadlineOf: (monitorID: number) => number): Promise<Latencies> {
      const latencies = createLatencies();
      const last = Date.now() + MS_MAX;
      let lastID = 0;
      while (latencies.count() < count && Date.now() < last) {
        const rows = newVerdicts.all(lastID);
        const now = Date.now();
        for (const { id, monitorID } of rows) {
          latencies.add(now - deadlineOf(monitorID));
          lastID = id;
        }
        await sleep(POLL_MS);
      }
      return latencies;
    },
    isOverdue: (at: number) => overdue.get(at) !== undefined,
    countJudged: (afterID: number) => judged.get(afterID)?.count ?? 0,
    countAlerts: () => alerts.get()?.count ?? 0,
    close: () => void raw.close(),
  };
}

/** Pings at a steady rate, from shortly before the first deadline until no monitor is overdue. */
async function watchStorm(
  observer: ReturnType<typeof openObserver>,
  port: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly doneAt: number; readonly pings: Outcome }> {
  const pingIDs = Array.from({ length: TEAM_MONITORS }, (_, n) => pingIDOf(firstTeamMonitor(n)));
  let doneAt = Number.NaN;
  let lookedAt = 0;
  await sleep(Math.max(0, from - LEAD_MS - Date.now()));
  const pings = await pace({
    ports: [port],
    perSecond: PINGS_PER_SECOND,
    connections: CONNECTIONS,
    msMax: MS_MAX,
    next: roundOf(pingIDs),
    isDone() {
      const now = Date.now();
      if (now <= to || now - lookedAt < STORM_POLL_MS) return false;
      lookedAt = now;
      // A report exactly at the deadline is on time, so the verdict is due one millisecond later.
      if (observer.isOverdue(to + 1)) return false;
      doneAt = now;
      return true;
    },
  });
  return { doneAt, pings };
}

/** Returns the mean delay of verdicts in milliseconds, from the service's own metrics. */
async function readLag(port: number): Promise<number> {
  const sum = await readMetric(port, 'overdue_watchdog_lag_seconds_sum');
  return (sum / (await readMetric(port, 'overdue_watchdog_lag_seconds_count'))) * 1000;
}
