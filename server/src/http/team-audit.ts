import type { Log } from '../runtime/log.ts';
import type { AuditActor, AuditStore, NewAuditEntry } from '../store/teams/contract.ts';

/** Somebody who has not shown who they are. */
export const VISITOR: AuditActor = { kind: 'visitor', userID: null, name: '', email: '', token: null };

/**
 * Writes to the audit log what has been done. It stands by then, so an entry that can't be written is no reason to say that it
 * failed: somebody would do it again. It goes to the process's log, whole.
 */
export async function recordDone(
  { store, log }: { readonly store: Pick<AuditStore, 'recordAudit'>; readonly log: Pick<Log, 'error'> },
  entries: readonly NewAuditEntry[],
): Promise<void> {
  try {
    await store.recordAudit(entries);
  } catch (error) {
    log.error({ err: error, entries }, 'What was changed could not be written to the audit log.');
  }
}
