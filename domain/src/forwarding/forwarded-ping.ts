import type { PingType } from '../ping/ping.ts';
import { isUUID } from '../ping/uuid.ts';

/** Start of the user agent of forwarded pings. Pings with this user agent are never forwarded again, which prevents loops. */
export const FORWARDING_AGENT = 'Overdue-Forwarding/1';

/** Header that names the monitor from which a ping was forwarded, without revealing its ping ID. */
export const FORWARDED_FROM = 'overdue-forwarded-from';

export function isForwarded(userAgent: string): boolean {
  return userAgent.startsWith(FORWARDING_AGENT);
}

/** Data of a recorded ping that can be forwarded to other services. */
export interface ForwardedPing {
  readonly type: PingType;
  readonly runID: string;
  readonly exitStatus: number | null;
  /** Duration that the job measured; null if the job sent none. */
  readonly durationMs: number | null;
}

/** The request that reports a ping to another service. */
export interface ForwardedCall {
  readonly url: string;
  /** Whether the service accepts a body. If not, the request is a GET. */
  readonly takesBody: boolean;
}

type Dialect = (target: URL, ping: ForwardedPing) => ForwardedCall | null;

/**
 * Services whose ping requests differ from those of Healthchecks. `accepts` recognizes a service by the host or path of its URL.
 * The first match applies.
 */
const DIALECTS: readonly { readonly accepts: (target: URL) => boolean; readonly call: Dialect }[] = [
  { accepts: ({ pathname }) => /\/api\/push\/[^/]+\/?$/.test(pathname), call: uptimeKuma },
  { accepts: ({ pathname }) => /\/api\/v1\/heartbeat\/[^/]+\/?$/.test(pathname), call: betterStack },
  { accepts: ({ pathname }) => /\/api\/[^/]+\/cron\/[^/]+\/[^/]+\/?$/.test(pathname), call: sentry },
  { accepts: ({ hostname }) => isWithin(hostname, ['cronitor.link', 'cronitor.io']), call: cronitor },
  { accepts: ({ hostname }) => isWithin(hostname, ['nosnch.in']), call: deadMansSnitch },
  { accepts: ({ hostname }) => isWithin(hostname, ['cronhub.io']), call: cronhub },
];

/** Returns the request for a ping; null if the service can't represent the ping, such as a start at a service without starts. */
export function forwardedCall(target: URL, ping: ForwardedPing): ForwardedCall | null {
  const { call } = DIALECTS.find(({ accepts }) => accepts(target)) ?? { call: healthchecks };
  return call(target, ping);
}

function isWithin(hostname: string, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** Requests `URL`, `URL/start`, `URL/fail`, `URL/log` or `URL/{exit status}`. Also used for another Overdue server. */
function healthchecks(target: URL, ping: ForwardedPing): ForwardedCall {
  const { type, runID, exitStatus } = ping;
  const word = type === 'start' || type === 'log' ? type : (exitStatus ?? (type === 'fail' ? type : null));
  const url = word === null ? new URL(target) : appendPath(target, String(word));
  // Healthchecks refuses run IDs that aren't UUIDs.
  if (isUUID(runID)) url.searchParams.set('rid', runID);
  return { url: url.href, takesBody: true };
}

/** Reports the state of a push monitor. Uptime Kuma has no starts and no logs. */
function uptimeKuma(target: URL, ping: ForwardedPing): ForwardedCall | null {
  if (!isClosing(ping)) return null;
  return withQuery(target, {
    status: hasFailed(ping) ? 'down' : 'up',
    msg: message(ping),
    ping: ping.durationMs === null ? '' : String(ping.durationMs),
  });
}

/** Requests `URL`, `URL/fail` or `URL/{exit status}`. Better Stack has no starts and no logs. */
function betterStack(target: URL, ping: ForwardedPing): ForwardedCall | null {
  if (!isClosing(ping)) return null;
  const word = ping.exitStatus ?? (hasFailed(ping) ? 'fail' : null);
  const url = word === null ? target : appendPath(target, String(word));
  return { url: url.href, takesBody: true };
}

function sentry(target: URL, ping: ForwardedPing): ForwardedCall | null {
  if (ping.type === 'log') return null;
  const ended = hasFailed(ping) ? 'error' : 'ok';
  return withQuery(target, {
    status: ping.type === 'start' ? 'in_progress' : ended,
    ...(isUUID(ping.runID) ? { check_in_id: ping.runID } : {}),
    ...(ping.durationMs === null ? {} : { duration: String(ping.durationMs) }),
  });
}

function cronitor(target: URL, ping: ForwardedPing): ForwardedCall | null {
  if (ping.type === 'log') return null;
  const ended = hasFailed(ping) ? 'fail' : 'complete';
  return withQuery(target, {
    state: ping.type === 'start' ? 'run' : ended,
    series: ping.runID,
    ...(ping.exitStatus === null ? {} : { status_code: String(ping.exitStatus) }),
    ...(ping.durationMs === null ? {} : { metric: `duration:${ping.durationMs / 1000}` }),
  });
}

/** Reports an exit status. Dead Man's Snitch has no starts and no logs. */
function deadMansSnitch(target: URL, ping: ForwardedPing): ForwardedCall | null {
  if (!isClosing(ping)) return null;
  const failed = hasFailed(ping) ? '1' : '0';
  return withQuery(target, { s: String(ping.exitStatus ?? failed), m: message(ping) });
}

/**
 * Requests `/start/{ID}`, `/finish/{ID}` or `/ping/{ID}`. Cronhub has no failure pings, so a failed run sends no ping and counts
 * as missing there.
 */
function cronhub(target: URL, ping: ForwardedPing): ForwardedCall | null {
  if (ping.type === 'log' || hasFailed(ping)) return null;
  const word = ping.type === 'end' ? 'finish' : ping.type;
  const url = new URL(target);
  url.pathname = `/${word}/${target.pathname.split('/').filter(Boolean).at(-1) ?? ''}`;
  return { url: url.href, takesBody: false };
}

function isClosing({ type }: ForwardedPing): boolean {
  return type !== 'start' && type !== 'log';
}

function hasFailed({ type, exitStatus }: ForwardedPing): boolean {
  return type === 'fail' || (exitStatus !== null && exitStatus !== 0);
}

function message(ping: ForwardedPing): string {
  if (!hasFailed(ping)) return 'OK';
  return ping.exitStatus === null ? 'failed' : `exit status ${ping.exitStatus}`;
}

function appendPath(target: URL, word: string): URL {
  const url = new URL(target);
  url.pathname = `${target.pathname.replace(/(?<!\/)\/+$/, '')}/${word}`;
  return url;
}

function withQuery(target: URL, query: Readonly<Record<string, string>>): ForwardedCall {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, takesBody: false };
}
