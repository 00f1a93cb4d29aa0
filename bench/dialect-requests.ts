import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { DAILY, pingIDOf, readable } from './seeded-monitor.ts';

/** Ping key of the project whose monitors have the slugs `job-1`, `job-2` and so on. */
export const KEY = readable('ping key', 22);
const HEAD = 'Host: 127.0.0.1\r\nUser-Agent: curl/8.14.1\r\nAccept: */*\r\n';

const CONFIG = {
  schedule: { type: 'crontab', value: '0 2 * * *' },
  checkin_margin: 5,
  max_runtime: 30,
  timezone: 'Europe/Riga',
};

/** Rules that {@link CONFIG} sets. Applications send this configuration with each check-in. */
export const CONFIGURED: MonitorRules = {
  ...DAILY,
  schedule: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', graceMs: 300_000 },
  maxRunMs: 1_800_000,
};

export interface Run {
  /** Number of the monitor. */
  readonly number: number;
  readonly rid: string;
}

/**
 * Writes the request for the start or the end of a run. Kuma and Better Stack have no start, so both requests are
 * pings.
 */
type Writer = (run: Run, isStart: boolean) => string;

export const OURS = 'Our own, by GET';
export const OURS_WITH_LOG = "Our own, by POST with a log of an envelope's size";

export const WRITERS: Readonly<Record<string, Writer>> = {
  [OURS]: (run, isStart) => get(ourPath(run, isStart)),
  [OURS_WITH_LOG]: (run, isStart) => {
    const body = envelopeOf(run, isStart);
    // Log text that is nearly the same in each run, like the logs of a real job.
    return post(ourPath(run, isStart), '', 'backup: saved 1289 files\n'.repeat(20).slice(0, body.length));
  },
  'Healthchecks, by slug': ({ number, rid }, isStart) =>
    get(`/ping/${KEY}/job-${number}${isStart ? '/start' : ''}?create=1&rid=${uuidOf(rid)}`),
  'Cronitor, by key': ({ number, rid }, isStart) =>
    get(`/p/${KEY}/job-${number}?state=${isStart ? 'run' : 'complete'}&series=${rid}`),
  'Sentry, by URL': ({ number, rid }, isStart) =>
    get(`/api/1/cron/job-${number}/${KEY}/?status=${isStart ? 'in_progress' : 'ok'}&check_in_id=${rid}`),
  'Sentry, by envelope': (run, isStart) => postEnvelope(envelopeOf(run, isStart)),
  'Sentry, by envelope with monitor_config': (run, isStart) =>
    postEnvelope(envelopeOf(run, isStart, { monitor_config: CONFIG })),
  'Uptime Kuma': ({ number }) => get(`/api/push/${pingIDOf(number)}?status=up&msg=OK&ping=`),
  'Better Stack': ({ number }) => get(`/api/v1/heartbeat/${pingIDOf(number)}`),
};

function ourPath({ number, rid }: Run, isStart: boolean): string {
  return `/ping/${pingIDOf(number)}/${isStart ? 'start' : 'end'}?rid=${uuidOf(rid)}`;
}

function envelopeOf({ number, rid }: Run, isStart: boolean, more: object = {}): string {
  const status = isStart ? 'in_progress' : 'ok';
  const checkIn = JSON.stringify({ check_in_id: rid, monitor_slug: `job-${number}`, status, ...more });
  return `{"sent_at":"2026-11-22T02:00:00Z"}\n{"type":"check_in"}\n${checkIn}\n`;
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`;
}

function postEnvelope(body: string): string {
  const auth = `X-Sentry-Auth: Sentry sentry_key=${KEY}, sentry_version=7, sentry_client=sentry.python/2.75.0\r\n`;
  return post('/api/1/envelope/', `${auth}Content-Type: application/x-sentry-envelope\r\n`, body);
}

function post(path: string, headers: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${HEAD}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function uuidOf(rid: string): string {
  return `${rid.slice(0, 8)}-${rid.slice(8, 12)}-${rid.slice(12, 16)}-${rid.slice(16, 20)}-${rid.slice(20)}`;
}
