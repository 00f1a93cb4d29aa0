import type { NewAuditEntry } from '../audit/contract.ts';
import type { Store } from '../store/store.ts';
import type { CommandLine } from './command-line.ts';

/** Records a command in the team's audit log. The actor is the command line, because its user has no account. */
export async function recordCommand(
  store: Store,
  { clock }: Pick<CommandLine, 'clock'>,
  done: Pick<NewAuditEntry, 'teamID' | 'action' | 'target' | 'details'>,
): Promise<void> {
  const actor = { kind: 'system', userID: null, name: 'overdue-server', email: '', token: null } as const;
  await store.recordAudit([{ ...done, at: clock.now(), actor, remoteAddress: '' }]);
}
