import type { PingOwner } from '../../ingest/arrival.ts';
import type { Call, Dialect, Reading } from './dialects/dialect.ts';

type PingReading = Extract<Reading, { readonly kind: 'ping' }>;
type UnknownCall = Extract<Reading, { readonly kind: 'unknown_call' }>;

/** Monitor of a ping. `unavailable`: only the database knows, and the ping goes to the spool. */
type Owner = Exclude<PingOwner, { readonly outcome: 'unknown_key' }>;

/** `unknown_call` is set if the path after a valid ping ID has no meaning. */
export type Found =
  | {
      readonly outcome: 'found';
      readonly dialect: Dialect;
      readonly reading: PingReading;
      readonly owner: Owner;
    }
  | { readonly outcome: 'not_found'; readonly dialect: Dialect; readonly unknownCall: UnknownCall | null };

type Lookup = Promise<PingOwner> | PingOwner;
/** Finds the monitor of a ping key. */
type Find = (pingKey: string) => Lookup;

/** Finds the dialect of a call and its monitor. Returns no promise for a cached monitor, because an `await` slows each ping. */
export function findPing(
  call: Call,
  claimants: readonly [Dialect, ...Dialect[]],
  find: Find,
): Promise<Found> | Found {
  const [dialect] = claimants;
  const reading = dialect.read(call);
  if (reading === null) return search(call, claimants, { find, first: null });
  const lookup = find(reading.target.pingKey);
  if (reading.kind === 'ping' && !(lookup instanceof Promise) && lookup.outcome === 'known')
    return { outcome: 'found', dialect, reading, owner: lookup };
  return search(call, claimants, { find, first: { reading, lookup } });
}

/** A monitor that is known precedes one that only the database knows, and that precedes a path without a meaning. */
async function search(
  call: Call,
  claimants: readonly [Dialect, ...Dialect[]],
  {
    find,
    first,
  }: {
    readonly find: Find;
    readonly first: { readonly reading: Reading; readonly lookup: Lookup } | null;
  },
): Promise<Found> {
  let uncertain: Found | null = null;
  let refusal: Found | null = null;
  for (const [index, dialect] of claimants.entries()) {
    const reading: Reading | null = index === 0 ? (first?.reading ?? null) : dialect.read(call);
    if (reading === null) continue;
    const owner = await (index === 0 && first !== null ? first.lookup : find(reading.target.pingKey));
    if (reading.kind === 'unknown_call') {
      if (owner.outcome !== 'unknown_key') refusal = { outcome: 'not_found', dialect, unknownCall: reading };
      continue;
    }
    if (owner.outcome === 'known') return { outcome: 'found', dialect, reading, owner };
    if (owner.outcome === 'unavailable') uncertain ??= { outcome: 'found', dialect, reading, owner };
    else refusal ??= { outcome: 'not_found', dialect, unknownCall: null };
  }
  return uncertain ?? refusal ?? { outcome: 'not_found', dialect: claimants[0], unknownCall: null };
}
