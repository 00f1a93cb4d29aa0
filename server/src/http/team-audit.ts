import type { Log } from '../runtime/log.ts';
import type { AuditActor, AuditStore, NewAuditEntry } from '../store/teams/contract.ts';

/** A person who is not signed in. */
export const VISITOR: AuditActor = { kind: 'visitor', userID: null, name: '', email: '', token: null };

/**
 * Records finished changes in the audit log. A failure must not fail the request, because the change would be repeated. The
 * entry then goes to the process's log in full.
 */
export async function recordDone(
  { store, log }: { readonly store: Pick<AuditStore, 'recordAudit'>; readonly log: Pick<Log, 'error'> },
  entries: readonly NewAuditEntry[],
): Promise<void> {
  try {
    await store.recordAudit(entries);
  } catch (error) {
    log.error({ err: error, entries }, "Couldn't write a change to the audit log.");
  }
}
