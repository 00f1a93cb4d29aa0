import type { Doing, Ingest } from '../ingest/ingest.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { OperationsStore } from '../store/upkeep/contract.ts';

/**
 * Returns what would happen to a ping now. Rejects if the ping could not be kept. Does not ask the database while pings wait in
 * the spool, because the answer might take long.
 */
export async function readiness(
  store: Pick<OperationsStore, 'probe'>,
  ingest: Pick<Ingest, 'doing' | 'isKeeping'>,
): Promise<Doing> {
  const doing = ingest.doing();
  if (doing === 'spooling' || doing === 'replaying') return doing;
  try {
    await store.probe();
    return 'storing';
  } catch (error) {
    if (error instanceof DatabaseUnavailable && ingest.isKeeping()) return 'spooling';
    throw error;
  }
}
