import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Log } from './log.ts';

/** File descriptors of an idle process: database, spools, log, event loop. Measured: 29 with SQLite, 50 with PostgreSQL. */
const RESERVE_MIN = 44;
/** Enough for 256 alerts in progress and the database. */
const RESERVE_MAX = 400;
/** Above this, memory runs out before descriptors do. */
const CONNECTIONS_MAX = 30_000;
const CONNECTIONS_MIN = 8;

/** Returns the maximum number of open files and sockets of this process; null if there is no limit. */
export function descriptorLimit(): number | null {
  const { report } = process;
  // Resolving the network's names would take long.
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

/** Returns the maximum number of client connections: `wanted`, if the descriptors allow it. */
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
    'MAX_CONNECTIONS exceeds what the file descriptors allow. Raise their limit with "ulimit -n" (LimitNOFILE in systemd).',
  );
  return within;
}

function connectionsWithin(descriptors: number | null): number {
  if (descriptors === null) return Number.POSITIVE_INFINITY;
  const reserve = Math.min(RESERVE_MAX, Math.max(RESERVE_MIN, Math.ceil(descriptors / 4)));
  return Math.max(CONNECTIONS_MIN, descriptors - reserve);
}

/**
 * Returns false if the process has run out of file descriptors. Node doesn't report this: it closes connections that it can't
 * accept without any event.
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
