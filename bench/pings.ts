import type { NextRequest, Outcome } from './load.ts';
import type { Figure } from './report.ts';

/** Rest of a request as curl sends it. */
const HEAD_REST = ' HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: curl/8.14.1\r\nAccept: */*\r\n\r\n';

/** A request that reports a success. */
export function pingRequest(pingID: string): string {
  return `GET /ping/${pingID}${HEAD_REST}`;
}

/**
 * Jobs that report their start and then their end under the same `rid`, a new one each time: each connection goes round its
 * own share of the monitors.
 */
export function jobsOf(connections: number, pingIDs: readonly string[]): NextRequest {
  // Different from those of an earlier round over the same database.
  const era = Date.now().toString(16).padStart(12, '0');
  const runStart = `${era.slice(0, 8)}-${era.slice(8)}-7b3d-8000-`;
  let runs = 0;
  const jobs = Array.from({ length: connections }, (_, index) => ({ at: index, openRid: '' }));
  return (connection) => {
    const job = jobs[connection];
    if (job === undefined) throw new Error(`There is no connection ${connection}.`);
    const pingID = pingIDs[job.at];
    if (job.openRid === '') {
      runs += 1;
      job.openRid = runStart + String(runs).padStart(12, '0');
      return `GET /ping/${pingID}/start?rid=${job.openRid}${HEAD_REST}`;
    }
    const request = `GET /ping/${pingID}/end?rid=${job.openRid}${HEAD_REST}`;
    job.openRid = '';
    job.at += connections;
    if (job.at >= pingIDs.length) job.at %= connections;
    return request;
  };
}

/** Runs whose start was answered and whose end waits for its turn. */
const RUNNING = 100;

/**
 * Jobs as {@link jobsOf}, but whose start and end come over different connections, as those of cron jobs do: which node a load
 * balancer gives them to is chance.
 */
export function jobsAcross(connections: number, pingIDs: readonly string[]): NextRequest {
  const era = Date.now().toString(36);
  const running: string[] = [];
  const started: (string | null)[] = Array.from({ length: connections }, () => null);
  let runs = 0;
  return (connection) => {
    const answered = started[connection] ?? null;
    if (answered !== null) running.push(answered);
    started[connection] = null;
    const oldest = running.length > RUNNING ? running.shift() : undefined;
    if (oldest !== undefined) return `GET ${oldest.replace('?', '/end?')}${HEAD_REST}`;
    // Prime to the number of monitors, so that neighbours of one batch are no neighbours in the database.
    const pingID = pingIDs[(runs * 7919) % pingIDs.length];
    runs += 1;
    const rid = `${era.padStart(8, '0').slice(-8)}-0000-7b3d-8000-${String(runs).padStart(12, '0')}`;
    started[connection] = `/ping/${pingID}?rid=${rid}`;
    return `GET /ping/${pingID}/start?rid=${rid}${HEAD_REST}`;
  };
}

/** One ping for each monitor in turn. */
export function roundOf(pingIDs: readonly string[]): NextRequest {
  let sent = 0;
  return () => {
    const pingID = pingIDs[sent % pingIDs.length] ?? '';
    sent += 1;
    return pingRequest(pingID);
  };
}

/** The sum of all series of a metric, or the one series that is named with its labels. */
export async function readMetric(port: number, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await response.text()).split('\n');
  const values = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Pings that were not answered by a 200, of which there must be none. */
export function otherAnswers(...outcomes: readonly Outcome[]): Figure {
  const value = outcomes.reduce(
    (sum, { answers, statuses, failures }) => sum + answers - (statuses['200'] ?? 0) + failures,
    0,
  );
  return { name: 'other answers than 200', value, unit: '', atMost: 0 };
}

/** How pings fared while something else went on. */
export function pingsMeanwhile(pings: Outcome, limits: { readonly p99Ms?: number } = {}): readonly Figure[] {
  const { latencies } = pings;
  return [
    { name: 'pings meanwhile', value: pings.answers, unit: '' },
    { name: 'their p50', value: latencies.percentile(0.5), unit: 'ms' },
    {
      name: 'their p99',
      value: latencies.percentile(0.99),
      unit: 'ms',
      ...(limits.p99Ms === undefined ? {} : { atMost: limits.p99Ms }),
    },
    { name: 'their max', value: latencies.percentile(1), unit: 'ms' },
    otherAnswers(pings),
  ];
}
