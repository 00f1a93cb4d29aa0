/** How much does a ping in the dialect of another service cost, compared with one of ours? */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Rules } from '../server/src/domain/monitor.ts';
import { prepare } from '../server/src/store/sqlite-connection.ts';
import { bench } from './bench.ts';
import { drive, type NextRequest } from './load.ts';
import { jobsOf } from './pings.ts';
import { seedTeam, teamOf, withDatabase } from './seed.ts';
import { DAILY, pingIDOf, readable } from './seeded-monitor.ts';
import { type Service, startServer } from './server-process.ts';

const CONNECTIONS = 256;
const MONITORS = 10_000;
const KEY = readable('ping key', 22);
const HEAD = 'Host: 127.0.0.1\r\nUser-Agent: curl/8.14.1\r\nAccept: */*\r\n';
const RATIO_MAX = 1.3;

const CONFIG = {
  schedule: { type: 'crontab', value: '0 2 * * *' },
  checkin_margin: 5,
  max_runtime: 30,
  timezone: 'Europe/Riga',
};

/** Rules that {@link CONFIG} asks for. Applications send it with each check-in. */
const CONFIGURED: Rules = {
  ...DAILY,
  schedule: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', graceMs: 300_000 },
  maxRunMs: 1_800_000,
};

/** Log with the size of an envelope. */
const LOG = 'backup: saved 1289 files\n'.repeat(8);

interface Run {
  readonly number: number;
  readonly rid: string;
}

/** Writes the start and the end of a run. Kuma and Better Stack have no start, so both are pings. */
type Writer = (run: Run, isStart: boolean) => string;

const WRITERS: Readonly<Record<string, Writer>> = {
  'Healthchecks, by slug': ({ number, rid }, isStart) =>
    get(`/ping/${KEY}/job-${number}${isStart ? '/start' : ''}?create=1&rid=${uuidOf(rid)}`),
  'Cronitor, by key': ({ number, rid }, isStart) =>
    get(`/p/${KEY}/job-${number}?state=${isStart ? 'run' : 'complete'}&series=${rid}`),
  'Sentry, by URL': ({ number, rid }, isStart) =>
    get(`/api/1/cron/job-${number}/${KEY}/?status=${isStart ? 'in_progress' : 'ok'}&check_in_id=${rid}`),
  'Sentry, by envelope': ({ number, rid }, isStart) =>
    envelope({ check_in_id: rid, monitor_slug: `job-${number}`, status: isStart ? 'in_progress' : 'ok' }),
  'Sentry, by envelope with monitor_config': ({ number, rid }, isStart) =>
    envelope({
      check_in_id: rid,
      monitor_slug: `job-${number}`,
      status: isStart ? 'in_progress' : 'ok',
      monitor_config: CONFIG,
    }),
  'Our own, by POST with a log': ({ number, rid }, isStart) =>
    post(`/ping/${pingIDOf(number)}/${isStart ? 'start' : 'end'}?rid=${rid}`, '', LOG),
  'Uptime Kuma': ({ number }) => get(`/api/push/${pingIDOf(number)}?status=up&msg=OK&ping=`),
  'Better Stack': ({ number }) => get(`/api/v1/heartbeat/${pingIDOf(number)}`),
};

await bench(
  'How much does a ping in the dialect of another service cost, compared with one of ours?',
  { rounds: 4, seconds: 2, warmup: 6 },
  async ({ numbers, folder, own }) => {
    const file = join(folder, 'dialects.db');
    seedTeam(file, MONITORS, CONFIGURED);
    addKeyAndSlugs(file);
    const server = own(await startServer({ file }));
    const numbersOfMonitors = Array.from({ length: MONITORS }, (_, n) => n + 1);
    const ours = jobsOf(CONNECTIONS, numbersOfMonitors.map(pingIDOf));
    await measure(server, ours, numbers.warmup * 1000);
    const figures = [];
    let others = 0;
    for (const [name, write] of Object.entries(WRITERS)) {
      const theirs = jobsIn(write);
      // Fills caches with each monitor, as the warm-up has done for ours.
      for (let sent = 0; sent < 2 * MONITORS; ) {
        const filling = await measure(server, theirs, 1000);
        sent += filling.answers;
        others += filling.others;
      }
      const ratios: { readonly time: number; readonly cpu: number }[] = [];
      for (let round = 0; round < numbers.rounds; round += 1) {
        const before = await measure(server, ours, numbers.seconds * 500);
        const between = await measure(server, theirs, numbers.seconds * 1000);
        const after = await measure(server, ours, numbers.seconds * 500);
        others += between.others;
        ratios.push({
          time: between.msPerPing / ((before.msPerPing + after.msPerPing) / 2),
          cpu: between.cpuPerPing / ((before.cpuPerPing + after.cpuPerPing) / 2),
        });
      }
      const median = (of: (ratio: (typeof ratios)[number]) => number) =>
        ratios.map(of).toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
      const target = name.startsWith('Our own') ? {} : { atMost: RATIO_MAX };
      figures.push({ name, value: median(({ cpu }) => cpu), unit: '', ...target });
      figures.push({ name: `${name}, by time`, value: median(({ time }) => time), unit: '' });
    }
    return {
      figures: [...figures, { name: 'other answers than 2xx', value: others, unit: '', atMost: 0 }],
      notes: ['A figure is the cost of a ping, divided by the cost of one of ours, by processor time.'],
    };
  },
);

async function measure(service: Service, next: NextRequest, measureMs: number) {
  let before = 0;
  const { answers, statuses, failures, seconds } = await drive({
    ports: [service.port],
    connections: CONNECTIONS,
    warmUpMs: 300,
    measureMs,
    next,
    onMeasure() {
      before = service.cpuSeconds();
    },
  });
  const accepted = (statuses['200'] ?? 0) + (statuses['202'] ?? 0);
  return {
    answers,
    msPerPing: (seconds * 1000) / answers,
    cpuPerPing: ((service.cpuSeconds() - before) * 1000) / answers,
    others: answers - accepted + failures,
  };
}

/** Jobs like those of our own pings: each connection starts and ends the runs of its share of the monitors. */
function jobsIn(write: Writer): NextRequest {
  const era = Date.now().toString(16).padStart(12, '0');
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
      job.run = { number: job.at + 1, rid: `${era}7b3d8000${String(runs).padStart(12, '0')}` };
      return write(job.run, true);
    }
    const request = write(job.run, false);
    job.run = null;
    job.at += CONNECTIONS;
    if (job.at >= MONITORS) job.at %= CONNECTIONS;
    return request;
  };
}

function addKeyAndSlugs(file: string): void {
  withDatabase(file, (database) => {
    const { teamID, projectID } = teamOf(database, 1);
    database.exec("UPDATE monitors SET slug = 'job-' || id");
    prepare<[string, number, string, string]>(
      database,
      `INSERT INTO project_keys (short_id, team_id, project_id, kind, name, hash, prefix, created_at, created_by)
        VALUES ('benchkey22', ?, ?, 'ping', 'bench', ?, ?, 0, 'bench')`,
    ).run(teamID, projectID, hash('sha256', KEY, 'hex'), KEY.slice(0, 4));
  });
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`;
}

function envelope(checkIn: object): string {
  const body = `{"sent_at":"2026-11-22T02:00:00Z"}\n{"type":"check_in"}\n${JSON.stringify(checkIn)}\n`;
  const auth = `X-Sentry-Auth: Sentry sentry_key=${KEY}, sentry_version=7, sentry_client=sentry.python/2.75.0\r\n`;
  return post('/api/1/envelope/', `${auth}Content-Type: application/x-sentry-envelope\r\n`, body);
}

function post(path: string, headers: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${HEAD}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function uuidOf(rid: string): string {
  return `${rid.slice(0, 8)}-${rid.slice(8, 12)}-${rid.slice(12, 16)}-${rid.slice(16, 20)}-${rid.slice(20)}`;
}
