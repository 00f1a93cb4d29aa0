import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { MonitorRow } from '@overdue/sdk';

/** Values precomputed for filtering and sorting. Times are in milliseconds. */
export interface Facts {
  /** Searchable text in lower case: name, tags and description. */
  readonly text: string;
  /** Ping ID and short ID in lower case. */
  readonly ids: string;
  /** Key for natural sorting: `job 2` before `job 10`. */
  readonly sortName: string;
  readonly expectedAt: number | null;
  readonly lastPingAt: number | null;
  readonly createdAt: number;
  readonly downSince: number | null;
  readonly lastFailureAt: number | null;
  /** Rank of the severity; the most severe is the highest. */
  readonly severityRank: number;
}

const cache = new WeakMap<MonitorRow, Facts>();

export function factsOf(monitor: MonitorRow): Facts {
  const facts = cache.get(monitor);
  if (facts !== undefined) return facts;
  const computed = computeFacts(monitor);
  cache.set(monitor, computed);
  return computed;
}

const DIGITS_MAX = 16;

function computeFacts(monitor: MonitorRow): Facts {
  return {
    text: [monitor.name, ...monitor.tags, monitor.description].join('\n').toLowerCase(),
    ids: `${pingIDOf(monitor)}\n${monitor.shortID}`.toLowerCase(),
    sortName: monitor.name.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS_MAX, '0')),
    expectedAt: timeOrNull(monitor.nextExpectedAt),
    lastPingAt: timeOrNull(monitor.lastPingAt),
    createdAt: Date.parse(monitor.createdAt),
    downSince: timeOrNull(monitor.downSince),
    lastFailureAt: timeOrNull(monitor.lastFailureAt),
    severityRank: SEVERITIES.indexOf(monitor.severity),
  };
}

/** Returns the address for pings by email; null if the service accepts none or hides the ping ID. */
export function pingEmailOf(monitor: Pick<MonitorRow, 'pingURL'>, host: string): string | null {
  return host === '' || monitor.pingURL === '' ? null : `${pingIDOf(monitor)}@${host}`;
}

export function pingIDOf({ pingURL }: Pick<MonitorRow, 'pingURL'>): string {
  return pingURL.slice(pingURL.lastIndexOf('/') + 1);
}

function timeOrNull(time: string | null): number | null {
  return time === null || time === '' ? null : Date.parse(time);
}
