import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { AuditActor } from '../../audit/contract.ts';

/** Returns the actor of a change that a key made. */
export function actorOf({ name, prefix, kind }: ProjectKey): AuditActor {
  const token = `${prefix}…`;
  return { kind: 'token', userID: null, name: name || kind, email: '', token };
}
