import type { NextRequest } from './load.ts';

/** What curl sends. */
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
