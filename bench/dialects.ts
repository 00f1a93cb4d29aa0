/** How much does a ping in the dialect of another service cost, compared with a ping in Overdue's own format? */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { prepare } from '../server/src/database/sqlite-connection.ts';
import { type Bench, bench } from './bench.ts';
import { CONFIGURED, KEY, OURS, OURS_WITH_LOG, type Run, WRITERS } from './dialect-requests.ts';
import { drive, type NextRequest } from './load.ts';
import { startPostgres } from './postgres.ts';
import type { Figure } from './report.ts';
import { seedTeam, teamOf, withDatabase } from './seed.ts';
import { firstTeam, seedTeamRows } from './seed-postgres.ts';
import { type Service, startNode, startServer } from './server-process.ts';

const CONNECTIONS = 256;
const MONITORS = 10_000;
const RATIO_MAX = 1.3;
const NUMBERS = { rounds: 9, seconds: 1, postgres: 0 };

interface Sample {
  /** Processor time of the server per ping, in milliseconds. */
  readonly cpu: number;
  /** Milliseconds per ping. */
  readonly time: number;
}

await bench(
  'How much does a ping in the dialect of another service cost, compared with one of ours?',
  NUMBERS,
  async (running: Bench<typeof NUMBERS>) => {
    const { rounds, seconds, postgres } = running.numbers;
    const server = await (postgres === 1 ? startOnPostgres(running) : startOnSqlite(running));
    const kinds = Object.entries(WRITERS).map(([name, write], index) => ({
      name,
      next: jobsIn(write, index),
      samples: [] as Sample[],
    }));
    let others = 0;
    // Warm-up: all kinds of ping share code, which is slow until every kind has run.
    for (const { next } of kinds)
      for (let sent = 0; sent < 2 * MONITORS; ) {
        const filling = await measure(server, next, 1000);
        sent += filling.responses;
        others += filling.others;
      }
    // Rotates the order of the kinds, because the speed of the machine changes.
    for (let round = 0; round < rounds; round += 1)
      for (let place = 0; place < kinds.length; place += 1) {
        const kind = kinds[(round + place) % kinds.length];
        if (kind === undefined) continue;
        const measured = await measure(server, kind.next, seconds * 1000);
        others += measured.others;
        kind.samples.push(measured);
      }
    const samplesOf = (name: string) => kinds.find((kind) => kind.name === name)?.samples ?? [];
    return {
      figures: [
        ...kinds.flatMap((kind) => figuresOf(kind, samplesOf(OURS), samplesOf(OURS_WITH_LOG))),
        { name: 'other responses than 2xx', value: others, unit: '', atMost: 0 },
      ],
      notes: ['Each figure is the median of all rounds.'],
    };
  },
);

function figuresOf(
  { name, samples }: { readonly name: string; readonly samples: readonly Sample[] },
  ours: readonly Sample[],
  oursWithLog: readonly Sample[],
): readonly Figure[] {
  const ratio = (to: readonly Sample[], of: (sample: Sample) => number) =>
    median(samples.map((sample, round) => of(sample) / of(to[round] ?? sample)));
  const target = name.startsWith('Our own') ? {} : { atMost: RATIO_MAX };
  return [
    { name, value: ratio(ours, ({ cpu }) => cpu), unit: '', ...target },
    { name: `${name}, to our POST`, value: ratio(oursWithLog, ({ cpu }) => cpu), unit: '' },
    { name: `${name}, by time`, value: ratio(ours, ({ time }) => time), unit: '' },
    { name: `${name}, 10,000 pings`, value: median(samples.map(({ cpu }) => cpu)) * 10_000, unit: 'ms' },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function startOnSqlite({ folder, own }: Bench<typeof NUMBERS>): Promise<Service> {
  const file = join(folder, 'dialects.db');
  seedTeam(file, MONITORS, CONFIGURED);
  withDatabase(file, (database) => {
    const { teamID, projectID } = teamOf(database, 1);
    database.exec("UPDATE monitors SET slug = 'job-' || id");
    prepare<[string, number, string, string]>(
      database,
      `INSERT INTO project_keys (short_id, team_id, project_id, kind, name, hash, prefix, created_at, created_by)
        VALUES ('benchkey22', ?, ?, 'ping', 'bench', ?, ?, 0, 'bench')`,
    ).run(teamID, projectID, hash('sha256', KEY, 'hex'), KEY.slice(0, 4));
  });
  return own(await startServer({ file }));
}

async function startOnPostgres({ folder, own }: Bench<typeof NUMBERS>): Promise<Service> {
  const postgres = own(await startPostgres());
  await seedTeamRows(postgres, MONITORS, CONFIGURED);
  const { teamID, projectID } = await firstTeam(postgres);
  await postgres.query("UPDATE monitors SET slug = 'job-' || id");
  await postgres.query(
    `INSERT INTO project_keys (short_id, team_id, project_id, kind, name, hash, prefix, created_at, created_by)
      VALUES ('benchkey22', '${teamID}', ${projectID}, 'ping', 'bench', '${hash('sha256', KEY, 'hex')}', '${KEY.slice(0, 4)}', 0, 'bench')`,
  );
  return own(await startNode({ url: postgres.url, spool: join(folder, 'spool.db') }));
}

async function measure(service: Service, next: NextRequest, measureMs: number) {
  let before = 0;
  const { responses, statuses, failures, seconds } = await drive({
    ports: [service.port],
    connections: CONNECTIONS,
    warmUpMs: 200,
    measureMs,
    next,
    onMeasure() {
      before = service.cpuSeconds();
    },
  });
  const accepted = (statuses['200'] ?? 0) + (statuses['202'] ?? 0);
  return {
    responses,
    time: (seconds * 1000) / responses,
    cpu: ((service.cpuSeconds() - before) * 1000) / responses,
    others: responses - accepted + failures,
  };
}

/**
 * Returns the requests of jobs that send one kind of ping. Each connection starts and ends the runs of its share of the monitors.
 */
function jobsIn(write: (run: Run, isStart: boolean) => string, kind: number): NextRequest {
  const era = `${Date.now().toString(16).padStart(12, '0')}7b3d8${kind.toString(16).padStart(3, '0')}`;
  let runs = 0;
  const jobs = Array.from({ length: CONNECTIONS }, (_, index): { at: number; run: Run | null } => ({
    at: index,
    run: null,
  }));
  return (connection) => {
    const job = jobs[connection];
    if (job === undefined) throw new Error(`There is no connection ${connection}.`);
    if (job.run === null) {
      runs += 1;
      job.run = { number: job.at + 1, rid: `${era}${String(runs).padStart(12, '0')}` };
      return write(job.run, true);
    }
    const request = write(job.run, false);
    job.run = null;
    job.at += CONNECTIONS;
    if (job.at >= MONITORS) job.at %= CONNECTIONS;
    return request;
  };
}
