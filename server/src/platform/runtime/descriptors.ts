import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Log } from './log.ts';

/**
 * Minimum descriptors that connections must leave free. An idle process uses 29 with SQLite and 50 with PostgreSQL (measured);
 * deliveries need some more.
 */
const RESERVE_MIN = 60;
/** Maximum descriptors that connections must leave free: enough for 256 delivery attempts in progress and the database. */
const RESERVE_MAX = 400;
/** Default limit of connections. With more connections, the process would run out of memory before it runs out of descriptors. */
const CONNECTIONS_MAX = 30_000;
const CONNECTIONS_MIN = 8;

export function descriptorLimit(): number | null {
  const { report } = process;
  // Without this option, the report resolves host names, which is slow.
  Reflect.set(report, 'excludeNetwork', true);
  const parsed: unknown = report.getReport();
  const limits = property(parsed, 'userLimits');
  const soft = property(property(limits, 'open_files'), 'soft');
  return typeof soft === 'number' && soft > 0 ? soft : null;
}

export function descriptorLimits(wanted: number | null, log: Pick<Log, 'warn'>) {
  const descriptors = descriptorLimit();
  return { max: connectionsMax(wanted, descriptors, log), descriptors, hasFreeDescriptor };
}

/** Returns `wanted`, or the limit that the descriptors allow if it is lower. */
export function connectionsMax(
  wanted: number | null,
  descriptors: number | null,
  log: Pick<Log, 'warn'>,
): number {
  const within = connectionsWithin(descriptors);
  if (wanted === null) return Math.min(CONNECTIONS_MAX, within);
  if (wanted <= within) return wanted;
  log.warn(
    { wanted, descriptors, max: within },
    'MAX_CONNECTIONS is too high for the limit on file descriptors. Raise that limit with "ulimit -n" (LimitNOFILE in systemd).',
  );
  return within;
}

function connectionsWithin(descriptors: number | null): number {
  if (descriptors === null) return Number.POSITIVE_INFINITY;
  const reserve = Math.min(RESERVE_MAX, Math.max(RESERVE_MIN, Math.ceil(descriptors / 4)));
  return Math.max(CONNECTIONS_MIN, descriptors - reserve);
}

/**
 * Whether another descriptor can be opened. Node doesn't report a lack of descriptors; it silently closes connections that it
 * can't accept.
 */
export function hasFreeDescriptor(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch (error) {
    return !(
      error instanceof Error &&
      'code' in error &&
      (error.code === 'EMFILE' || error.code === 'ENFILE')
    );
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
