import type { MonitorAlerting, ProjectAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import type { EscalationStep } from '@overdue/domain/alerting/escalation-policy.ts';
import { sql, type Transaction } from 'kysely';
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

interface Removal {
  readonly db: Transaction<Schema>;
  readonly deleted: ResourceKey;
  readonly locks: RowLocks;
}

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
  const removal = { db, deleted, locks };
  const remaining = (channels: readonly string[]) =>
    channels.filter((channel) => channel !== deleted.shortID);
  const monitorIDs = await changeAlerting(removal, (alerting) =>
    alerting.channels === null ? alerting : { ...alerting, channels: remaining(alerting.channels) },
  );
  await changeSteps(removal, (step) => ({ ...step, channels: remaining(step.channels) }));
  await changeRows(removal, {
    table: 'on_call_contacts',
    column: 'channels',
    read: (json) => parseTexts(json, 'on_call_contacts.channels'),
    change: remaining,
    write: JSON.stringify,
  });
  return monitorIDs;
}

/** Removes a deleted on-call schedule from the steps of policies. */
export async function removeScheduleReferences(
  db: Transaction<Schema>,
  deleted: ResourceKey,
  locks: RowLocks,
): Promise<void> {
  await changeSteps({ db, deleted, locks }, (step) => ({
    ...step,
    onCall: step.onCall.filter((schedule) => schedule !== deleted.shortID),
  }));
}

/** Removes a deleted policy from monitors and projects. Returns the monitors that referred to it. */
export function removePolicyReferences(
  db: Transaction<Schema>,
  deleted: ResourceKey,
  locks: RowLocks,
): Promise<readonly number[]> {
  return changeAlerting({ db, deleted, locks }, (alerting) =>
    alerting.escalation === deleted.shortID ? { ...alerting, escalation: '' } : alerting,
  );
}

/** Changes the alert settings of monitors and projects. Returns the changed monitors. */
async function changeAlerting(
  removal: Removal,
  change: <T extends MonitorAlerting | ProjectAlerting>(alerting: T) => T,
): Promise<readonly number[]> {
  const monitorIDs = await changeMonitors(removal, change);
  await changeRows<ProjectAlerting>(removal, {
    table: 'projects',
    column: 'alerting',
    read: readProjectAlerting,
    change,
    write: projectAlertingJSON,
  });
  return monitorIDs;
}

function changeSteps(removal: Removal, change: (step: EscalationStep) => EscalationStep): Promise<void> {
  return changeRows(removal, {
    table: 'escalation_policies',
    column: 'steps',
    read: readSteps,
    change: (steps) => steps.map(change),
    write: JSON.stringify,
  });
}

/**
 * Returns a LIKE pattern for all rows that refer to the resource. The pattern may match other rows too, so callers check each
 * match.
 */
function mentions({ shortID }: ResourceKey): string {
  return `%${JSON.stringify(shortID)}%`;
}

async function changeMonitors(
  { db, deleted, locks }: Removal,
  change: (alerting: MonitorAlerting) => MonitorAlerting,
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

async function changeRows<T>(
  { db, deleted, locks }: Removal,
  {
    table,
    column,
    ...settings
  }: Settings<T> & {
    readonly table: 'projects' | 'escalation_policies' | 'on_call_contacts';
    readonly column: string;
  },
): Promise<void> {
  const value = sql<string>`${sql.ref(column)}`;
  const rows = await db
    .selectFrom(table)
    .select(['id', value.as('json'), 'revision'])
    .where('team_id', '=', deleted.teamID)
    .where(value, 'like', mentions(deleted))
    .orderBy('id')
    .modifyEnd(locks.forChange(table))
    .execute();
  for (const { id, json, revision } of rows) {
    const next = rewriteSettings(json, settings);
    if (next === null) continue;
    await db
      .updateTable(table)
      .set({ [column]: next, revision: revision + 1 })
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
