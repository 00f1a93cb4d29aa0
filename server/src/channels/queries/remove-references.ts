import type { MonitorAlerting, ProjectAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import type { EscalationStep } from '@overdue/domain/alerting/escalation-policy.ts';
import type { Transaction } from 'kysely';
import {
  monitorAlertingJSON,
  projectAlertingJSON,
  readMonitorAlerting,
  readProjectAlerting,
  readSteps,
} from '../../database/alert-rows.ts';
import type { ResourceKey } from '../../database/resources/kind.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { parseTexts, readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

/**
 * Removes a deleted channel from monitors, projects, policies and on-call contacts. Returns the monitors that referred to the
 * channel. A list that loses its last channel stays empty and doesn't inherit channels. An empty escalation step stays too,
 * because open incidents store step numbers.
 */
export async function removeChannelReferences(
  db: Transaction<Schema>,
  deleted: ResourceKey,
  locks: RowLocks,
): Promise<readonly number[]> {
  const remaining = (channels: readonly string[]) =>
    channels.filter((channel) => channel !== deleted.shortID);
  const without = <T extends MonitorAlerting | ProjectAlerting>(alerting: T): T =>
    alerting.channels === null ? alerting : { ...alerting, channels: remaining(alerting.channels) };
  const monitorIDs = await changeMonitors(db, { deleted, change: without, locks });
  await changeProjects(db, { deleted, change: without, locks });
  await removeFromSteps(db, {
    deleted,
    change: (step) => ({ ...step, channels: remaining(step.channels) }),
    locks,
  });
  await removeFromContacts(db, { deleted, remaining, locks });
  return monitorIDs;
}

/** Removes a deleted on-call schedule from the steps of policies. */
export async function removeScheduleReferences(
  db: Transaction<Schema>,
  deleted: ResourceKey,
  locks: RowLocks,
): Promise<void> {
  const change = (step: EscalationStep) => ({
    ...step,
    onCall: step.onCall.filter((schedule) => schedule !== deleted.shortID),
  });
  await removeFromSteps(db, { deleted, change, locks });
}

/** Removes a deleted policy from monitors and projects. Returns the monitors that referred to it. */
export async function removePolicyReferences(
  db: Transaction<Schema>,
  deleted: ResourceKey,
  locks: RowLocks,
): Promise<readonly number[]> {
  const without = <T extends MonitorAlerting | ProjectAlerting>(alerting: T): T =>
    alerting.escalation === deleted.shortID ? { ...alerting, escalation: '' } : alerting;
  const monitorIDs = await changeMonitors(db, { deleted, change: without, locks });
  await changeProjects(db, { deleted, change: without, locks });
  return monitorIDs;
}

/**
 * Returns a LIKE pattern for all rows that refer to the resource. The pattern may match other rows too, so callers check each
 * match.
 */
function mentions({ shortID }: ResourceKey): string {
  return `%${JSON.stringify(shortID)}%`;
}

async function changeMonitors(
  db: Transaction<Schema>,
  {
    deleted,
    change,
    locks,
  }: {
    readonly deleted: ResourceKey;
    readonly change: (alerting: MonitorAlerting) => MonitorAlerting;
    readonly locks: RowLocks;
  },
): Promise<readonly number[]> {
  const naming = db
    .selectFrom('monitors')
    .where('team_id', '=', deleted.teamID)
    .where('alerting', 'like', mentions(deleted));
  // Locks in ID order, like edits and batches of pings, to prevent deadlocks.
  await db
    .selectFrom('monitor_states')
    .select('monitor_id')
    .where('monitor_id', 'in', naming.select('id'))
    .orderBy('monitor_id')
    .modifyEnd(locks.forChange('monitor_states'))
    .execute();
  const changed: number[] = [];
  // Rewrites each distinct value once, because thousands of monitors may share a few values.
  for (const { alerting } of await naming.select('alerting').distinct().execute()) {
    const next = rewriteSettings(alerting, { read: readMonitorAlerting, change, write: monitorAlertingJSON });
    if (next === null) continue;
    const rows = await db
      .updateTable('monitors')
      .set((set) => ({ alerting: next, revision: set('revision', '+', 1) }))
      .where('team_id', '=', deleted.teamID)
      .where('alerting', '=', alerting)
      .returning('id')
      .execute();
    changed.push(...rows.map(({ id }) => id));
  }
  return changed;
}

async function changeProjects(
  db: Transaction<Schema>,
  {
    deleted,
    change,
    locks,
  }: {
    readonly deleted: ResourceKey;
    readonly change: (alerting: ProjectAlerting) => ProjectAlerting;
    readonly locks: RowLocks;
  },
): Promise<void> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'alerting', 'revision'])
    .where('team_id', '=', deleted.teamID)
    .where('alerting', 'like', mentions(deleted))
    .orderBy('id')
    .modifyEnd(locks.forChange('projects'))
    .execute();
  for (const { id, alerting, revision } of rows) {
    const next = rewriteSettings(alerting, { read: readProjectAlerting, change, write: projectAlertingJSON });
    if (next === null) continue;
    await db
      .updateTable('projects')
      .set({ alerting: next, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}

async function removeFromContacts(
  db: Transaction<Schema>,
  {
    deleted,
    remaining,
    locks,
  }: {
    readonly deleted: ResourceKey;
    readonly remaining: (channels: readonly string[]) => readonly string[];
    readonly locks: RowLocks;
  },
): Promise<void> {
  const rows = await db
    .selectFrom('on_call_contacts')
    .select(['id', 'channels', 'revision'])
    .where('team_id', '=', deleted.teamID)
    .where('channels', 'like', mentions(deleted))
    .orderBy('id')
    .modifyEnd(locks.forChange('on_call_contacts'))
    .execute();
  for (const { id, channels, revision } of rows) {
    const read = (json: string) => parseTexts(json, 'on_call_contacts.channels');
    const next = rewriteSettings(channels, { read, change: remaining, write: JSON.stringify });
    if (next === null) continue;
    await db
      .updateTable('on_call_contacts')
      .set({ channels: next, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}

async function removeFromSteps(
  db: Transaction<Schema>,
  {
    deleted,
    change,
    locks,
  }: {
    readonly deleted: ResourceKey;
    readonly change: (step: EscalationStep) => EscalationStep;
    readonly locks: RowLocks;
  },
): Promise<void> {
  const rows = await db
    .selectFrom('escalation_policies')
    .select(['id', 'steps', 'revision'])
    .where('team_id', '=', deleted.teamID)
    .where('steps', 'like', mentions(deleted))
    .orderBy('id')
    .modifyEnd(locks.forChange('escalation_policies'))
    .execute();
  for (const { id, steps, revision } of rows) {
    const next = rewriteSettings(steps, {
      read: readSteps,
      change: (current) => current.map(change),
      write: JSON.stringify,
    });
    if (next === null) continue;
    await db
      .updateTable('escalation_policies')
      .set({ steps: next, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}

interface Settings<T> {
  readonly read: (json: string) => T;
  readonly change: (current: T) => T;
  readonly write: (settings: T) => string;
}

/**
 * Returns the new JSON; null if nothing changes, or if the JSON is damaged and must stay unchanged so that "overdue-server check"
 * reports it.
 */
function rewriteSettings<T>(json: string, { read, change, write }: Settings<T>): string | null {
  const current = readOr<T | null>(() => read(json), null);
  if (current === null) return null;
  const next = write(change(current));
  return next === write(current) ? null : next;
}
