import type { Context } from 'hono';
import type { ProjectKey } from '../../domain/access/project-key.ts';
import type { MonitorRecord } from '../../store/records.ts';
import type { AuditDetails } from '../../store/teams/contract.ts';
import { recordDone } from '../team-audit.ts';
import type { KeyedDependencies } from '../v1/api/endpoint.ts';
import { actorOf } from './key-actor.ts';

/** A change of a monitor, for the audit log. */
export interface KeyChange {
  readonly action: string;
  readonly monitor: Pick<MonitorRecord, 'shortID' | 'details'>;
  readonly details: AuditDetails;
}

/** Records the changes that a request with a project key has made in the team's audit log. */
export function recordKeyChanges(
  {
    key,
    context,
    changes,
  }: { readonly key: ProjectKey; readonly context: Context; readonly changes: readonly KeyChange[] },
  { store, clock, log, remoteAddress }: Pick<KeyedDependencies, 'store' | 'clock' | 'log' | 'remoteAddress'>,
): Promise<void> {
  const common = {
    teamID: key.teamID,
    at: clock.now(),
    actor: actorOf(key),
    remoteAddress: remoteAddress(context),
  };
  return recordDone(
    { store, log },
    changes.map(({ action, monitor, details }) => ({
      ...common,
      action,
      target: { kind: 'monitor', id: monitor.shortID, name: monitor.details.name },
      details,
    })),
  );
}
