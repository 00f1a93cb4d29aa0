import type { PingProject } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { normalizedPingIDOf } from '@overdue/domain/ping/ping.ts';
import type { SlugAddress } from '../contract.ts';
import type { PingTarget, SlugTarget } from '../ingest/accepted-ping.ts';
import type { Dialect, DialectReading, PingAddress, PingCall } from './dialect.ts';
import { isOwnForm } from './overdue.ts';

type PingReading = Extract<DialectReading, { readonly kind: 'ping' }>;
export type CheckInsReading = Extract<DialectReading, { readonly kind: 'check_ins' }>;
export type PingAddressBySlug = Extract<PingAddress, { readonly by: 'slug' }>;

type Maybe<T> = Promise<T> | T;

export interface MonitorFinder {
  find(normalizedPingID: string): Maybe<PingTarget>;
  findBySlug(address: SlugAddress): Maybe<SlugTarget>;
  hashKey(secret: string): string;
}

/**
 * Monitor of a ping. `monitorID` is null if only the database could find the monitor, but the database is unavailable. The ping
 * then goes to the spool.
 */
export interface MonitorOfPing {
  readonly monitorID: number | null;
  /** Null if `monitorID` is null. */
  readonly teamID: string | null;
  readonly pingID: string;
  readonly normalizedPingID: string;
  /** Ping key and slug that the ping sent; null if the ping sent a ping ID instead. */
  readonly bySlug: FoundBySlug | null;
}

/** Ping key and slug that led to a monitor. */
export interface FoundBySlug {
  readonly address: SlugAddress;
  readonly project: PingProject;
  /** Revision of the monitor's settings; null if unknown. */
  readonly revision: number | null;
}

/** Monitor of an address, or the reason why no monitor was found. */
export type MonitorLookup =
  | { readonly outcome: 'known' | 'uncertain'; readonly monitor: MonitorOfPing }
  | { readonly outcome: 'unknown' | 'ambiguous' | 'unavailable' }
  | { readonly outcome: 'unknown_slug'; readonly project: PingProject }
  | { readonly outcome: 'creatable'; readonly project: PingProject; readonly address: PingAddressBySlug };

export type PingMatch =
  | {
      readonly outcome: 'found';
      readonly dialect: Dialect;
      readonly reading: PingReading;
      readonly lookup: Extract<MonitorLookup, { readonly outcome: 'known' | 'uncertain' | 'creatable' }>;
    }
  | { readonly outcome: 'check_ins'; readonly dialect: Dialect; readonly reading: CheckInsReading }
  | { readonly outcome: 'failed'; readonly dialect: Dialect; readonly error: AppError }
  /** `unknownCall` is set if the path names a monitor, but the last part of the path is unknown. */
  | {
      readonly outcome: 'not_found';
      readonly dialect: Dialect;
      readonly unknownCall: { readonly normalizedPingID: string; readonly rest: string } | null;
    };

/** Finds the monitor of an address. Returns no promise for a cached monitor, because an `await` slows each ping. */
export function lookUpAddress(address: PingAddress, lookups: MonitorFinder): Maybe<MonitorLookup> {
  if (address.by === 'id') {
    const pending = lookups.find(address.normalizedPingID);
    const read = (target: PingTarget) => resultOfID(target, address.normalizedPingID);
    return pending instanceof Promise ? pending.then(read) : read(pending);
  }
  const named: SlugAddress = { keyHash: lookups.hashKey(address.secret), slug: address.slug };
  const pending = lookups.findBySlug(named);
  const read = (target: SlugTarget) =>
    resultOfSlug(target, named, address.creation === null ? null : address);
  return pending instanceof Promise ? pending.then(read) : read(pending);
}

function resultOfID(target: PingTarget, normalizedPingID: string): MonitorLookup {
  if (target.outcome === 'unknown_id') return { outcome: 'unknown' };
  const address = { normalizedPingID, bySlug: null };
  return target.outcome === 'known'
    ? {
        outcome: 'known',
        monitor: { ...address, monitorID: target.monitorID, teamID: target.teamID, pingID: target.pingID },
      }
    : {
        outcome: 'uncertain',
        monitor: { ...address, monitorID: null, teamID: null, pingID: normalizedPingID },
      };
}

/** `creating`: address of the monitor to create; null if the ping may not create a monitor. */
function resultOfSlug(
  target: SlugTarget,
  address: SlugAddress,
  creating: PingAddressBySlug | null,
): MonitorLookup {
  switch (target.outcome) {
    case 'known':
      return { outcome: 'known', monitor: monitorOfSlug(target, address) };
    case 'unknown_slug':
      return creating === null
        ? { outcome: 'unknown_slug', project: target.project }
        : { outcome: 'creatable', project: target.project, address: creating };
    case 'unknown_key':
      return { outcome: 'unknown' };
    case 'ambiguous':
    case 'unavailable':
      return { outcome: target.outcome };
  }
}

export function monitorOfSlug(
  { monitor: { monitorID, pingID, revision }, project }: Extract<SlugTarget, { readonly outcome: 'known' }>,
  address: SlugAddress,
): MonitorOfPing {
  const normalizedPingID = normalizedPingIDOf(pingID);
  const { teamID } = project;
  return { monitorID, teamID, pingID, normalizedPingID, bySlug: { address, project, revision } };
}

/**
 * Finds the dialect and the monitor of a call, whose path at least one dialect claims. Dialects that can't read the path as a ping
 * cause no look-up.
 */
export function findPing(
  call: PingCall,
  dialects: readonly Dialect[],
  lookups: MonitorFinder,
): Maybe<PingMatch> {
  for (const dialect of dialects) {
    if (!dialect.claimsPath(call.path)) continue;
    const reading = dialect.read(call);
    if (reading?.kind === 'check_ins') return { outcome: 'check_ins', dialect, reading };
    if (reading?.kind !== 'ping') continue;
    const lookup = lookUpAddress(reading.address, lookups);
    if (!(lookup instanceof Promise) && lookup.outcome === 'known')
      return { outcome: 'found', dialect, reading, lookup };
    return findAmongDialects(call, claimantsOf(call, dialects), {
      lookups,
      firstLookup: { dialect, lookup },
    });
  }
  return findAmongDialects(call, claimantsOf(call, dialects), { lookups, firstLookup: null });
}

function claimantsOf({ path }: PingCall, dialects: readonly Dialect[]): readonly [Dialect, ...Dialect[]] {
  const [first, ...others] = dialects.filter(({ claimsPath: claims }) => claims(path));
  if (first === undefined) throw new Error('No dialect claims the path.');
  return [first, ...others];
}

/**
 * Results other than a known monitor, lowest priority first. If several dialects have a result, the result with the highest
 * priority counts.
 */
const RANKS = [
  'refused',
  'not_found',
  'unknown_call',
  'unavailable',
  'ambiguous',
  'uncertain',
  'creatable',
] as const;

interface RankedMatch {
  readonly rank: (typeof RANKS)[number];
  readonly match: PingMatch;
}

/** Tries each dialect that claims the path. The first dialect that knows the monitor handles the call. */
async function findAmongDialects(
  call: PingCall,
  claimants: readonly [Dialect, ...Dialect[]],
  {
    lookups,
    firstLookup,
  }: {
    readonly lookups: MonitorFinder;
    /** Look-up already started for the first dialect that reads the call as a ping. */
    readonly firstLookup: { readonly dialect: Dialect; readonly lookup: Maybe<MonitorLookup> } | null;
  },
): Promise<PingMatch> {
  let best: RankedMatch | null = null;
  for (const dialect of claimants) {
    const reading = dialect.read(call);
    if (reading === null) continue;
    if (reading.kind === 'check_ins') return { outcome: 'check_ins', dialect, reading };
    const candidate =
      reading.kind === 'refused'
        ? failedAs('refused', dialect, reading.error)
        : await candidateOf(
            dialect,
            reading,
            firstLookup?.dialect === dialect ? firstLookup.lookup : lookUpAddress(reading.address, lookups),
          );
    if (candidate === null) continue;
    if (candidate.rank === 'known') return candidate.match;
    if (best === null || RANKS.indexOf(candidate.rank) > RANKS.indexOf(best.rank)) best = candidate;
  }
  return (
    best?.match ?? { outcome: 'not_found', dialect: fallbackDialect(call, claimants), unknownCall: null }
  );
}

/**
 * Returns the dialect that responds to a call for which no dialect has a result. Calls in the form of our own ping URLs get our
 * response. All other calls get the response of the last dialect, which claims the fewest paths.
 */
function fallbackDialect({ path }: PingCall, claimants: readonly [Dialect, ...Dialect[]]): Dialect {
  const [ours] = claimants;
  return isOwnForm(path) ? ours : (claimants.at(-1) ?? ours);
}

type TargetedReading = Extract<DialectReading, { readonly address: PingAddress }>;

/**
 * Returns what one dialect finds for a call. Returns null if both the path and the monitor are unknown, because another dialect
 * may have a better response.
 */
async function candidateOf(
  dialect: Dialect,
  reading: TargetedReading,
  pending: Maybe<MonitorLookup>,
): Promise<RankedMatch | { readonly rank: 'known'; readonly match: PingMatch } | null> {
  const lookup = await pending;
  if (reading.kind === 'unknown_call') {
    if (lookup.outcome !== 'known' && lookup.outcome !== 'uncertain') return null;
    const unknownCall = { normalizedPingID: lookup.monitor.normalizedPingID, rest: reading.rest };
    return { rank: 'unknown_call', match: { outcome: 'not_found', dialect, unknownCall } };
  }
  switch (lookup.outcome) {
    case 'known':
    case 'uncertain':
    case 'creatable':
      return { rank: lookup.outcome, match: { outcome: 'found', dialect, reading, lookup } };
    case 'unknown':
    case 'unknown_slug':
      return { rank: 'not_found', match: { outcome: 'not_found', dialect, unknownCall: null } };
    case 'ambiguous':
    case 'unavailable':
      return failedAs(lookup.outcome, dialect, slugError(lookup.outcome));
  }
}

function failedAs(rank: RankedMatch['rank'], dialect: Dialect, error: AppError): RankedMatch {
  return { rank, match: { outcome: 'failed', dialect, error } };
}

/** Returns the error for a slug whose monitor can't be determined. */
export function slugError(outcome: 'ambiguous' | 'unavailable'): AppError {
  if (outcome === 'ambiguous') return new AppError('conflict', 'ambiguous slug');
  return new AppError('unavailable', 'The database is unavailable. Send the ping again.', {
    retryAfterSeconds: 1,
  });
}
