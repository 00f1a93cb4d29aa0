import type { Doing, Ingest } from '../ingest/ingest.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { OperationsStore } from '../store/upkeep/operations-contract.ts';

/**
 * What would become of a ping that came now. Rejects when it could not be kept. While pings wait in the spool the database is
 * not asked: it might take long not to answer.
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
