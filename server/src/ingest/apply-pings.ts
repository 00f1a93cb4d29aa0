import type { Applied, IngestStore, Input, Tickets } from '../store/store.ts';
import type { Arrival } from './arrival.ts';

export interface Numbered extends Arrival {
  readonly ticket: number;
}

/**
 * Applies pings in one transaction, also those of whose keys it is not known yet whether somebody has them.
 *
 * @param epoch of their tickets; null when they have none
 */
export async function applyPings(
  store: IngestStore,
  pings: readonly Numbered[],
  epoch: string | null,
): Promise<readonly Applied[]> {
  const owners = await findOwners(store, pings);
  const inputs: Input[] = [];
  const numbers: number[] = [];
  pings.forEach(({ command, request, ticket }, index) => {
    const monitorID = owners[index] ?? null;
    if (monitorID === null) return;
    inputs.push({ monitorID, command, request });
    numbers.push(ticket);
  });
  const tickets: Tickets | undefined = epoch === null ? undefined : { epoch, numbers };
  const applied = inputs.length === 0 ? [] : await store.apply(inputs, tickets);
  let next = 0;
  return pings.map((_, index): Applied => {
    if ((owners[index] ?? null) === null) return { outcome: 'gone' };
    next += 1;
    return (
      applied[next - 1] ?? { outcome: 'failed', error: new Error('The store answered too few outcomes.') }
    );
  });
}

/** Asks for each key once, and for all at the same time. */
async function findOwners(
  store: IngestStore,
  pings: readonly Arrival[],
): Promise<readonly (number | null)[]> {
  if (pings.every(({ monitorID }) => monitorID !== null)) return pings.map(({ monitorID }) => monitorID);
  const asked = new Map<string, Promise<number | null>>();
  for (const { monitorID, pingKey } of pings) {
    if (monitorID !== null || asked.has(pingKey)) continue;
    asked.set(
      pingKey,
      store.findByPingKey(pingKey).then((found) => found?.monitorID ?? null),
    );
  }
  return Promise.all(pings.map(({ monitorID, pingKey }) => monitorID ?? asked.get(pingKey) ?? null));
}
