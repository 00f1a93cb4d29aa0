import type { PingProject } from '../../domain/access/project-key.ts';
import { AppError } from '../../domain/error.ts';
import { normalizedPingIDOf } from '../../domain/ping/ping.ts';
import type { PingOwner, SlugOwner } from '../../ingest/arrival.ts';
import type { SlugAddress } from '../../store/pings/contract.ts';
import type { Call, Dialect, Reading, Target } from './dialects/dialect.ts';

type PingReading = Extract<Reading, { readonly kind: 'ping' }>;
export type CheckInsReading = Extract<Reading, { readonly kind: 'check_ins' }>;
export type SlugTarget = Extract<Target, { readonly by: 'slug' }>;

type Maybe<T> = Promise<T> | T;

export interface Lookups {
  find(normalizedPingID: string): Maybe<PingOwner>;
  findBySlug(address: SlugAddress): Maybe<SlugOwner>;
  hashKey(secret: string): string;
}

/** Monitor of a ping. `monitorID` is null if the database must look it up but is unavailable. The ping then goes to the spool. */
export interface PingedMonitor {
  readonly monitorID: number | null;
  readonly pingID: string;
  readonly normalizedPingID: string;
  /** Project of the ping key; null if the ping named a ping ID. */
  readonly project: PingProject | null;
}

/** Monitor of a target, or the reason why no monitor was found. */
export type MonitorLookup =
  | { readonly outcome: 'known' | 'uncertain'; readonly monitor: PingedMonitor }
  | { readonly outcome: 'unknown' | 'unknown_slug' | 'ambiguous' | 'unavailable' }
  | { readonly outcome: 'creatable'; readonly project: PingProject; readonly target: SlugTarget };

export type PingMatch =
  | {
      readonly outcome: 'found';
      readonly dialect: Dialect;
      readonly reading: PingReading;
      readonly owner: Extract<MonitorLookup, { readonly outcome: 'known' | 'uncertain' | 'creatable' }>;
    }
  | { readonly outcome: 'check_ins'; readonly dialect: Dialect; readonly reading: CheckInsReading }
  | { readonly outcome: 'failed'; readonly dialect: Dialect; readonly error: AppError }
  /** `unknownCall` is set if the path names a monitor, but its end is unknown. */
  | {
      readonly outcome: 'not_found';
      readonly dialect: Dialect;
      readonly unknownCall: { readonly normalizedPingID: string; readonly rest: string } | null;
    };

/** Finds the monitor of a target. Returns no promise for a cached monitor, because an `await` slows each ping. */
export function findOwner(target: Target, lookups: Lookups): Maybe<MonitorLookup> {
  if (target.by === 'id') {
    const found = lookups.find(target.normalizedPingID);
    const owned = (owner: PingOwner) => ownerOfID(owner, target.normalizedPingID);
    return found instanceof Promise ? found.then(owned) : owned(found);
  }
  const found = lookups.findBySlug({ keyHash: lookups.hashKey(target.secret), slug: target.slug });
  const owned = (owner: SlugOwner) => ownerOfSlug(owner, target);
  return found instanceof Promise ? found.then(owned) : owned(found);
}

function ownerOfID(owner: PingOwner, normalizedPingID: string): MonitorLookup {
  if (owner.outcome === 'unknown_key') return { outcome: 'unknown' };
  const known = { normalizedPingID, project: null };
  return owner.outcome === 'known'
    ? { outcome: 'known', monitor: { ...known, monitorID: owner.monitorID, pingID: owner.pingID } }
    : { outcome: 'uncertain', monitor: { ...known, monitorID: null, pingID: normalizedPingID } };
}

function ownerOfSlug(owner: SlugOwner, target: SlugTarget): MonitorLookup {
  switch (owner.outcome) {
    case 'known': {
      const { monitorID, pingID, project } = owner;
      return {
        outcome: 'known',
        monitor: { monitorID, pingID, normalizedPingID: normalizedPingIDOf(pingID), project },
      };
    }
    case 'unknown_slug':
      return target.creation === null
        ? { outcome: 'unknown_slug' }
        : { outcome: 'creatable', project: owner.project, target };
    case 'unknown_key':
      return { outcome: 'unknown' };
    case 'ambiguous':
    case 'unavailable':
      return { outcome: owner.outcome };
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
  if (reading?.kind !== 'ping') return search(call, claimants, { lookups, first: { reading, owner: null } });
  const owner = findOwner(reading.target, lookups);
  if (!(owner instanceof Promise) && owner.outcome === 'known')
    return { outcome: 'found', dialect, reading, owner };
  return search(call, claimants, { lookups, first: { reading, owner } });
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
    readonly first: { readonly reading: Reading | null; readonly owner: Maybe<MonitorLookup> | null };
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
            (index === 0 && first.owner) || findOwner(reading.target, lookups),
          );
    if (candidate === null) continue;
    if (candidate.rank === 'known') return candidate.found;
    if (best === null || RANKS.indexOf(candidate.rank) > RANKS.indexOf(best.rank)) best = candidate;
  }
  return best?.found ?? { outcome: 'not_found', dialect: claimants[0], unknownCall: null };
}

type TargetedReading = Extract<Reading, { readonly target: Target }>;

/** Returns null if both the path and the monitor are unknown, because another dialect may have a better answer. */
async function candidateOf(
  dialect: Dialect,
  reading: TargetedReading,
  lookup: Maybe<MonitorLookup>,
): Promise<Candidate | { readonly rank: 'known'; readonly found: PingMatch } | null> {
  const owner = await lookup;
  if (reading.kind === 'unknown_call') {
    if (owner.outcome !== 'known' && owner.outcome !== 'uncertain') return null;
    const unknownCall = { normalizedPingID: owner.monitor.normalizedPingID, rest: reading.rest };
    return { rank: 'unknown_call', found: { outcome: 'not_found', dialect, unknownCall } };
  }
  switch (owner.outcome) {
    case 'known':
    case 'uncertain':
    case 'creatable':
      return { rank: owner.outcome, found: { outcome: 'found', dialect, reading, owner } };
    case 'unknown':
    case 'unknown_slug':
      return { rank: 'not_found', found: { outcome: 'not_found', dialect, unknownCall: null } };
    case 'ambiguous':
      return failedAs('ambiguous', dialect, ambiguousSlug());
    case 'unavailable':
      return failedAs('unavailable', dialect, slugUnavailable());
  }
}

function failedAs(rank: Candidate['rank'], dialect: Dialect, error: AppError): Candidate {
  return { rank, found: { outcome: 'failed', dialect, error } };
}

export function ambiguousSlug(): AppError {
  return new AppError('conflict', 'ambiguous slug');
}

export function slugUnavailable(): AppError {
  return new AppError('unavailable', 'The database is unavailable. Send the ping again.', {
    retryAfterSeconds: 1,
  });
}
