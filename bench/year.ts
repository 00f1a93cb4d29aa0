/**
 * With 10,000 monitors, how long do three requests take: the team's year by day in the reader's time zone, the calendar
 * of the coming night, and the year of one monitor with the maximum number of stored runs?
 */
import { join } from 'node:path';
import { QUARTER_MS } from '@overdue/domain/statistics/run-counts.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { connect, prepare } from '../server/src/database/sqlite-connection.ts';
import { openSqliteStore } from '../server/src/store/sqlite/store.ts';
import { ping } from '../server/test/store/suite/fixtures.ts';
import { bench } from './bench.ts';
import { createLatencies } from './latencies.ts';
import { seedTeam } from './seed.ts';
import { startServer } from './server-process.ts';

const MONITORS = 10_000;
/** Default of RETENTION_EVENTS. */
const RUNS_KEPT = 10_000;
const INCIDENTS = 20_000;
const YEAR_DAYS = 366;
const BATCH = 500;

await bench(
  'How long does a year of 10,000 monitors take?',
  { requests: 20 },
  async ({ numbers: { requests }, folder, own }) => {
    const file = join(folder, 'year.db');
    const { token } = seedTeam(file, MONITORS);
    const busy = await fillYear(file);
    const server = own(await startServer({ file }));
    const read = async (path: string) => {
      const startedAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
      return { ms: performance.now() - startedAt, size: body.length };
    };
    const zone = 'timezone=Europe/Riga';
    const figures = [];
    for (const [name, path] of [
      ["team's year", `/v1/days/?${zone}`],
      [`year of a monitor with ${RUNS_KEPT} runs`, `/v1/monitors/${busy}/days/?${zone}`],
      ['coming night', '/v1/runs/expected/'],
    ] as const) {
      const first = await read(path);
      const latencies = createLatencies();
      const cpuBefore = server.cpuSeconds();
      for (let turn = 0; turn < requests; turn += 1) latencies.add((await read(path)).ms);
      figures.push(
        { name: `${name}: first`, value: first.ms, unit: 'ms' },
        {
          name: `${name}: median`,
          value: latencies.percentile(0.5),
          unit: 'ms',
          ...(path.includes('expected') ? {} : { atMost: 300 }),
        },
        { name: `${name}: slowest`, value: latencies.percentile(1), unit: 'ms' },
        {
          name: `${name}: processor time per request`,
          value: ((server.cpuSeconds() - cpuBefore) / requests) * 1000,
          unit: 'ms',
        },
        { name: `${name}: size`, value: first.size / 1e6, unit: 'MB' },
      );
    }
    return {
      figures,
      notes: [
        `The team has counts in each quarter of an hour of the year, and ${INCIDENTS} incidents, of which the ends were not in order.`,
      ],
    };
  },
);

/** Adds the counts and incidents of a year, and the history of one monitor. Returns the short ID of that monitor. */
async function fillYear(file: string): Promise<string> {
  const db = connect(file);
  const now = Date.now();
  const team = prepare<[], { id: string }>(db, 'SELECT id FROM teams LIMIT 1').get();
  const monitor = prepare<[], { id: number; short_id: string }>(
    db,
    'SELECT id, short_id FROM monitors LIMIT 1',
  ).get();
  if (team === undefined || monitor === undefined) throw new Error('The team was not seeded.');
  const last = Math.floor(now / QUARTER_MS);
  db.exec('BEGIN');
  const count = prepare<[string, number]>(
    db,
    'INSERT OR REPLACE INTO team_run_counts VALUES (?, ?, 0, 2000, 20, 5, 10, 1)',
  );
  for (let quarter = last - (YEAR_DAYS * DAY_MS) / QUARTER_MS; quarter <= last; quarter += 1)
    count.run(team.id, quarter);
  const incident = prepare<[string, string, number, number, number]>(
    db,
    "INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at, closed_at, closed_by) VALUES (?, ?, ?, 'failed', ?, ?, 'recovered')",
  );
  for (let index = 0; index < INCIDENTS; index += 1) {
    const openedAt = Math.floor(now - ((INCIDENTS - index) / INCIDENTS) * YEAR_DAYS * DAY_MS);
    incident.run(`bench-${index}`, team.id, monitor.id, openedAt, openedAt + (1 + (index % 90)) * 60_000);
  }
  db.exec('COMMIT');
  db.close();
  const store = await openSqliteStore({ file, newID: () => crypto.randomUUID() });
  for (let sent = 0; sent < RUNS_KEPT; sent += BATCH) {
    await store.apply(
      Array.from({ length: BATCH }, (_, index) =>
        ping(monitor.id, 'end', now - (RUNS_KEPT - sent - index) * 60_000, { durationMs: 1000 }),
      ),
    );
  }
  await store.close();
  return monitor.short_id;
}
