import type { PingProject } from '../../domain/access/project-key.ts';
import { AppError } from '../../domain/error.ts';
import { normalizedPingIDOf } from '../../domain/ping/ping.ts';
import type { PingTarget, SlugTarget } from '../../ingest/arrival.ts';
import type { SlugAddress } from '../../store/pings/contract.ts';
import type { Call, Dialect, DialectReading, PingAddress } from './dialects/dialect.ts';

type PingReading = Extract<DialectReading, { readonly kind: 'ping' }>;
export type CheckInsReading = Extract<DialectReading, { readonly kind: 'check_ins' }>;
export type PingAddressBySlug = Extract<PingAddress, { readonly by: 'slug' }>;

type Maybe<T> = Promise<T> | T;

export interface Lookups {
  find(normalizedPingID: string): Maybe<PingTarget>;
  findBySlug(address: SlugAddress): Maybe<SlugTarget>;
  hashKey(secret: string): string;
}

/** Monitor of a ping. `monitorID` is null if the database must look it up but is unavailable. The ping then goes to the spool. */
export interface MonitorOfPing {
  readonly monitorID: number | null;
  readonly pingID: string;
  readonly normalizedPingID: string;
  /** Project of the ping key; null if the ping named a ping ID. */
  readonly project: PingProject | null;
}

/** Monitor of an address, or the reason why no monitor was found. */
export type MonitorLookup =
  | { readonly outcome: 'known' | 'uncertain'; readonly monitor: MonitorOfPing }
  | { readonly outcome: 'unknown' | 'unknown_slug' | 'ambiguous' | 'unavailable' }
  | { readonly outcome: 'creatable'; readonly project: PingProject; readonly address: PingAddressBySlug };

export type PingMatch =
  | {
      readonly outcome: 'found';
      readonly dialect: Dialect;
      readonly reading: PingReading;
      readonly target: Extract<MonitorLookup, { readonly outcome: 'known' | 'uncertain' | 'creatable' }>;
    }
  | { readonly outcome: 'check_ins'; readonly dialect: Dialect; readonly reading: CheckInsReading }
  | { readonly outcome: 'failed'; readonly dialect: Dialect; readonly error: AppError }
  /** `unknownCall` is set if the path names a monitor, but its end is unknown. */
  | {
      readonly outcome: 'not_found';
      readonly dialect: Dialect;
      readonly unknownCall: { readonly normalizedPingID: string; readonly rest: string } | null;
    };

/** Finds the monitor of an address. Returns no promise for a cached monitor, because an `await` slows each ping. */
export function findTarget(address: PingAddress, lookups: Lookups): Maybe<MonitorLookup> {
  if (address.by === 'id') {
    const found = lookups.find(address.normalizedPingID);
    const read = (target: PingTarget) => lookupOfID(target, address.normalizedPingID);
    return found instanceof Promise ? found.then(read) : read(found);
  }
  const found = lookups.findBySlug({ keyHash: lookups.hashKey(address.secret), slug: address.slug });
  const read = (target: SlugTarget) => lookupOfSlug(target, address);
  return found instanceof Promise ? found.then(read) : read(found);
}

function lookupOfID(target: PingTarget, normalizedPingID: string): MonitorLookup {
  if (target.outcome === 'unknown_id') return { outcome: 'unknown' };
  const known = { normalizedPingID, project: null };
  return target.outcome === 'known'
    ? { outcome: 'known', monitor: { ...known, monitorID: target.monitorID, pingID: target.pingID } }
    : { outcome: 'uncertain', monitor: { ...known, monitorID: null, pingID: normalizedPingID } };
}

function lookupOfSlug(target: SlugTarget, address: PingAddressBySlug): MonitorLookup {
  switch (target.outcome) {
    case 'known': {
      const { monitorID, pingID, project } = target;
      return {
        outcome: 'known',
        monitor: { monitorID, pingID, normalizedPingID: normalizedPingIDOf(pingID), project },
      };
    }
    case 'unknown_slug':
      return address.creation === null
        ? { outcome: 'unknown_slug' }
        : { outcome: 'creatable', project: target.project, address };
    case 'unknown_key':
      return { outcome: 'unknown' };
    case 'ambiguous':
    case 'unavailable':
      return { outcome: target.outcome };
  }
}

/** Finds the dialect and the monitor of a call. */
export function findPing(
  call: Call,
  claimants: readonly [Dialect, ...Dialect[]],
  lookups: Lookups,
): Maybe<PingMatch> {
  const [dialect] = claimants;
  const reading = dialect.read(call);
  if (reading?.kind === 'check_ins') return { outcome: 'check_ins', dialect, reading };
  if (reading?.kind !== 'ping') return search(call, claimants, { lookups, first: { reading, target: null } });
  const target = findTarget(reading.address, lookups);
  if (!(target instanceof Promise) && target.outcome === 'known')
    return { outcome: 'found', dialect, reading, target };
  return search(call, claimants, { lookups, first: { reading, target } });
}

/** Results other than a known monitor, by ascending priority if dialects disagree. */
const RANKS = [
  'refused',
  'not_found',
  'unknown_call',
  'unavailable',
  'ambiguous',
  'uncertain',
  'creatable',
] as const;

interface Candidate {
  readonly rank: (typeof RANKS)[number];
  readonly found: PingMatch;
}

/** Tries each dialect that claims the path. The first dialect that knows the monitor handles the call. */
async function search(
  call: Call,
  claimants: readonly [Dialect, ...Dialect[]],
  {
    lookups,
    first,
  }: {
    readonly lookups: Lookups;
    readonly first: { readonly reading: DialectReading | null; readonly target: Maybe<MonitorLookup> | null };
  },
): Promise<PingMatch> {
  let best: Candidate | null = null;
  for (const [index, dialect] of claimants.entries()) {
    const reading = index === 0 ? first.reading : dialect.read(call);
    if (reading === null) continue;
    if (reading.kind === 'check_ins') return { outcome: 'check_ins', dialect, reading };
    const candidate =
      reading.kind === 'refused'
        ? failedAs('refused', dialect, reading.error)
        : await candidateOf(
            dialect,
            reading,
            (index === 0 && first.target) || findTarget(reading.address, lookups),
          );
    if (candidate === null) continue;
    if (candidate.rank === 'known') return candidate.found;
    if (best === null || RANKS.indexOf(candidate.rank) > RANKS.indexOf(best.rank)) best = candidate;
  }
  return best?.found ?? { outcome: 'not_found', dialect: claimants[0], unknownCall: null };
}

type TargetedReading = Extract<DialectReading, { readonly address: PingAddress }>;

/** Returns null if both the path and the monitor are unknown, because another dialect may have a better answer. */
async function candidateOf(
  dialect: Dialect,
  reading: TargetedReading,
  lookup: Maybe<MonitorLookup>,
): Promise<Candidate | { readonly rank: 'known'; readonly found: PingMatch } | null> {
  const target = await lookup;
  if (reading.kind === 'unknown_call') {
    if (target.outcome !== 'known' && target.outcome !== 'uncertain') return null;
    const unknownCall = { normalizedPingID: target.monitor.normalizedPingID, rest: reading.rest };
    return { rank: 'unknown_call', found: { outcome: 'not_found', dialect, unknownCall } };
  }
  switch (target.outcome) {
    case 'known':
    case 'uncertain':
    case 'creatable':
      return { rank: target.outcome, found: { outcome: 'found', dialect, reading, target } };
    case 'unknown':
    case 'unknown_slug':
      return { rank: 'not_found', found: { outcome: 'not_found', dialect, unknownCall: null } };
    case 'ambiguous':
    case 'unavailable':
      return failedAs(target.outcome, dialect, slugProblem(target.outcome));
  }
}

function failedAs(rank: Candidate['rank'], dialect: Dialect, error: AppError): Candidate {
  return { rank, found: { outcome: 'failed', dialect, error } };
}

/** Returns the error for a slug whose monitor can't be determined. */
export function slugProblem(outcome: 'ambiguous' | 'unavailable'): AppError {
  if (outcome === 'ambiguous') return new AppError('conflict', 'ambiguous slug');
  return new AppError('unavailable', 'The database is unavailable. Send the ping again.', {
    retryAfterSeconds: 1,
  });
}
