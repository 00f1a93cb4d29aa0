import { chunks } from '@overdue/domain/chunks.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { AuditActor, AuditStore, NewAuditEntry } from './contract.ts';

/** Entries per statement. */
const ENTRIES_AT_ONCE = 500;

/** Actor of requests without a sign-in. */
export const VISITOR: AuditActor = { kind: 'visitor', userID: null, name: '', email: '', token: null };

/** Records completed changes. Only logs a failure, because a client that gets an error would repeat the change. */
export async function recordAuditEntries(
  { store, log }: { readonly store: Pick<AuditStore, 'recordAudit'>; readonly log: Pick<Log, 'error'> },
  entries: readonly NewAuditEntry[],
): Promise<void> {
  try {
    for (const chunk of chunks(entries, ENTRIES_AT_ONCE)) await store.recordAudit(chunk);
  } catch (error) {
    log.error(
      { err: error, entries: entries.slice(0, ENTRIES_AT_ONCE) },
      "Couldn't write a change to the audit log.",
    );
  }
}
