import { type ApplyOutcome, type BatchInput, MISSING_OUTCOME } from '../../database/records.ts';
import type { IngestStore, Tickets } from '../contract.ts';
import type { AcceptedPing } from './accepted-ping.ts';

export interface TicketedPing extends AcceptedPing {
  readonly ticket: number;
}

type PingOfMonitor = AcceptedPing & { readonly monitorID: number };

/** Applies pings, with their tickets if any, in one transaction. First looks up monitors whose ID is still unknown. */
export async function applyPings(
  store: IngestStore,
  pings: readonly AcceptedPing[],
  tickets?: Tickets,
): Promise<readonly ApplyOutcome[]> {
  if (pings.every(hasMonitor)) return store.apply(pings, tickets);
  const monitorIDs = await findMonitorIDs(store, pings);
  const inputs: BatchInput[] = [];
  const numbers: number[] = [];
  pings.forEach(({ command, request }, index) => {
    const monitorID = monitorIDs[index] ?? null;
    if (monitorID === null) return;
    inputs.push({ monitorID, command, request });
    numbers.push(tickets?.numbers[index] ?? 0);
  });
  const applied =
    inputs.length === 0
      ? []
      : await store.apply(inputs, tickets === undefined ? tickets : { ...tickets, numbers });
  let next = 0;
  return pings.map((_, index): ApplyOutcome => {
    if ((monitorIDs[index] ?? null) === null) return { outcome: 'gone' };
    next += 1;
    return applied[next - 1] ?? MISSING_OUTCOME;
  });
}

function hasMonitor(ping: AcceptedPing): ping is PingOfMonitor {
  return ping.monitorID !== null;
}

async function findMonitorIDs(
  store: IngestStore,
  pings: readonly AcceptedPing[],
): Promise<readonly (number | null)[]> {
  const lookups = new Map<string, Promise<number | null>>();
  for (const { monitorID, normalizedPingID } of pings) {
    if (monitorID !== null || lookups.has(normalizedPingID)) continue;
    lookups.set(
      normalizedPingID,
      store.monitorsByPingID.find(normalizedPingID, 0).then((found) => found?.monitorID ?? null),
    );
  }
  return Promise.all(
    pings.map(({ monitorID, normalizedPingID }) => monitorID ?? lookups.get(normalizedPingID) ?? null),
  );
}
