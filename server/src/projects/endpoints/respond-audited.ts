import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { Context } from 'hono';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import type { AuditActor, AuditDetails } from '../../audit/contract.ts';
import { recordAuditEntries } from '../../audit/team-audit.ts';
import type { MonitorRecord } from '../../database/records.ts';

/** A change of a monitor, for the audit log. */
interface KeyChange {
  readonly action: string;
  readonly monitor: Pick<MonitorRecord, 'shortID' | 'details'>;
  readonly details: AuditDetails;
}

interface KeyedRequest {
  readonly key: ProjectKey;
  readonly context: Context;
}

type AuditParts = Pick<KeyedDependencies, 'store' | 'clock' | 'log' | 'remoteAddress'>;

/** Responds to a request with a project key, and records its changes in the team's audit log. */
export async function respondAudited(
  request: KeyedRequest,
  parts: AuditParts,
  response: (note: (change: KeyChange) => void) => Promise<Response>,
): Promise<Response> {
  const changes: KeyChange[] = [];
  try {
    return await response((change) => void changes.push(change));
  } finally {
    // Runs after a failure too, because a request that fails halfway has already changed some monitors.
    await record(changes, request, parts);
  }
}

function record(
  changes: readonly KeyChange[],
  { key, context }: KeyedRequest,
  { store, clock, log, remoteAddress }: AuditParts,
): Promise<void> {
  const common = {
    teamID: key.teamID,
    at: clock.now(),
    actor: actorOf(key),
    remoteAddress: remoteAddress(context),
  };
  return recordAuditEntries(
    { store, log },
    changes.map(({ action, monitor, details }) => ({
      ...common,
      action,
      target: { kind: 'monitor', id: monitor.shortID, name: monitor.details.name },
      details,
    })),
  );
}

/** Returns the actor of a change that a key made. */
export function actorOf({ name, prefix, kind }: ProjectKey): AuditActor {
  const token = `${prefix}…`;
  return { kind: 'token', userID: null, name: name || kind, email: '', token };
}
