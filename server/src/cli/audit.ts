import type { Store } from '../store/store.ts';
import type { NewAuditEntry } from '../store/teams/contract.ts';
import type { CommandLine } from './command-line.ts';

/** Writes what a command has done to the team's audit log. Whoever may run commands has no name there. */
export async function recordCommand(
  store: Store,
  { clock }: Pick<CommandLine, 'clock'>,
  done: Pick<NewAuditEntry, 'teamID' | 'action' | 'target' | 'details'>,
): Promise<void> {
  const actor = { kind: 'system', userID: null, name: 'overdue-server', email: '', token: null } as const;
  await store.recordAudit([{ ...done, at: clock.now(), actor, remoteAddress: '' }]);
}
