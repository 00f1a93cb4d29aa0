import type { NextRequest, Outcome } from './load.ts';
import type { Figure } from './report.ts';

/** Rest of a request after its path, as curl sends it. */
const HEAD_REST = ' HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: curl/8.14.1\r\nAccept: */*\r\n\r\n';

/** A request that reports a success. */
export function pingRequest(pingID: string): string {
  return `GET /ping/${pingID}${HEAD_REST}`;
}

/**
 * Returns the requests of jobs that report their start and then their end under the same `rid`. Each run has a new
 * `rid`. Each connection visits its own share of the monitors in turn.
 */
export function jobsOf(connections: number, pingIDs: readonly string[]): NextRequest {
  // Part of each rid, so that rids differ from those of an earlier round on the same database.
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

/** Number of runs whose start is reported and whose end is still to be reported. */
const RUNNING = 100;

/**
 * Like {@link jobsOf}, but start and end of a run use different connections, as with cron jobs. A load balancer may
 * send them to different nodes.
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
    // The factor is prime to the number of monitors, so that consecutive pings of a batch are for monitors far apart in
    // the database.
    const pingID = pingIDs[(runs * 7919) % pingIDs.length];
    runs += 1;
    const rid = `${era.padStart(8, '0').slice(-8)}-0000-7b3d-8000-${String(runs).padStart(12, '0')}`;
    started[connection] = `/ping/${pingID}?rid=${rid}`;
    return `GET /ping/${pingID}/start?rid=${rid}${HEAD_REST}`;
  };
}

/** Returns one ping for each monitor in turn. */
export function roundOf(pingIDs: readonly string[]): NextRequest {
  let sent = 0;
  return () => {
    const pingID = pingIDs[sent % pingIDs.length] ?? '';
    sent += 1;
    return pingRequest(pingID);
  };
}

/** Returns the sum of all series of a metric. If `name` contains labels, returns the value of that series. */
export async function readMetric(port: number, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await response.text()).split('\n');
  const values = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Figure for the number of pings that were not answered with 200. It must be 0. */
export function otherResponses(...outcomes: readonly Outcome[]): Figure {
  const value = outcomes.reduce(
    (sum, { responses, statuses, failures }) => sum + responses - (statuses['200'] ?? 0) + failures,
    0,
  );
  return { name: 'other responses than 200', value, unit: '', atMost: 0 };
}

/** Figures about the pings during other work. */
export function pingsMeanwhile(pings: Outcome, limits: { readonly p99Ms?: number } = {}): readonly Figure[] {
  const { latencies } = pings;
  return [
    { name: 'pings meanwhile', value: pings.responses, unit: '' },
    { name: 'their p50', value: latencies.percentile(0.5), unit: 'ms' },
    {
      name: 'their p99',
      value: latencies.percentile(0.99),
      unit: 'ms',
      ...(limits.p99Ms === undefined ? {} : { atMost: limits.p99Ms }),
    },
    { name: 'their max', value: latencies.percentile(1), unit: 'ms' },
    otherResponses(pings),
  ];
}
