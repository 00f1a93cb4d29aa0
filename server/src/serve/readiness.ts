import type { Ingest } from '../core/ingest/ingest.ts';
import type { OperationsStore } from '../core/operations.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';

/** Handling of pings, as `/readyz` reports it. */
export type Readiness = 'storing' | 'spooling' | 'replaying';

/** Returns how the next ping would be handled. Rejects if that ping could not be stored. A spooling node skips the database. */
export async function readiness(
  store: Pick<OperationsStore, 'probe'>,
  ingest: Pick<Ingest, 'route' | 'hasSpoolCapacity'>,
): Promise<Readiness> {
  const route = ingest.route();
  if (route === 'spooling' || route === 'replaying') return route;
  if (route === 'catching_up') return 'replaying';
  try {
    await store.probe();
    return 'storing';
  } catch (error) {
    if (error instanceof DatabaseUnavailable && ingest.hasSpoolCapacity()) return 'spooling';
    throw error;
  }
}
