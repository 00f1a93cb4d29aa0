import { alertKind } from '@overdue/domain/alerting/alert.ts';
import { chunks } from '@overdue/domain/chunks.ts';
import { incidentChange } from '@overdue/domain/incidents/incident.ts';
import { sql, type Transaction } from 'kysely';
import { CHANNELS } from '../../channels/queries.ts';
import { reportApplied } from '../../database/change-feed.ts';
import { cellsOf, columnNames } from '../../database/column.ts';
import { detailsRow, rulesRow } from '../../database/monitor-settings-columns.ts';
import { STATE_COLUMNS, storedState } from '../../database/monitor-state-columns.ts';
import type { MonitorChanges, QueryContext } from '../../database/query-context.ts';
import type { ApplyOutcome, NewMonitor, PastTransition } from '../../database/records.ts';
import type { Schema } from '../../database/schema.ts';
import { startForwarding } from '../../forwarding/queries.ts';
import type { NewProjectKey } from '../../projects/contract.ts';
import { PROJECT_KEYS } from '../../projects/queries/keys.ts';
import { countUsage } from '../../teams/queries/teams.ts';
import { type ImportedRows, type ImportLimits, type ImportOptions, ImportRefusal } from '../contract.ts';
import { insertLegacyIDs } from './legacy-ids.ts';

/** Rows per statement, within the databases' limits on parameters. */
const ROWS_AT_ONCE = 250;

/** An open transaction that holds the team's lock. */
interface ImportTransaction extends Pick<QueryContext, 'feed' | 'insertWithReferences'> {
  readonly transaction: Transaction<Schema>;
  readonly monitors: MonitorChanges;
}

/** Saves everything, or throws so that the transaction is rolled back. Returns the IDs of the new monitors. */
export function importMonitors(
  { transaction, monitors, feed, insertWithReferences }: ImportTransaction,
  rows: ImportedRows,
  { limits, references, report = () => {} }: ImportOptions & { readonly limits: ImportLimits },
): Promise<readonly number[]> {
  return insertWithReferences(transaction, references, async () => {
    const used = await countUsage(transaction, rows.teamID);
    if (!hasRoom(rows.monitors, used.monitors, limits.monitors)) throw new ImportRefusal('allowance_used_up');
    if (!hasRoom(rows.channels, used.channels, limits.channels)) throw new ImportRefusal('too_many_channels');
    for (const channel of rows.channels) await CHANNELS.insert(transaction, channel);
    await insertKeys(transaction, rows.projectKeys);
    const monitorIDs: number[] = [];
    for (const chunk of chunks(rows.monitors, ROWS_AT_ONCE)) {
      monitorIDs.push(...(await insertMonitors(transaction, chunk)));
      report(monitorIDs.length);
    }
    await insertLegacyIDs(transaction, rows.teamID, rows.legacyIDs);
    for (const chunk of chunks(rows.edits, ROWS_AT_ONCE)) {
      const applied = await monitors.applyEdits(chunk);
      requireApplied(applied);
      reportApplied(feed, applied);
    }
    for (const id of monitorIDs) feed.monitorChanged(rows.teamID, id);
    if (rows.monitors.length > 0) feed.changed(rows.teamID, 'incidents');
    if (rows.channels.length > 0) feed.changed(rows.teamID, 'channels');
    if (rows.monitors.length + rows.projectKeys.length > 0) feed.changed(rows.teamID, 'projects');
    return monitorIDs;
  });
}

/**
 * Whether additions fit the limit. Always true without additions, so that a team above the limit can still save other changes.
 */
function hasRoom(added: readonly unknown[], used: number, limit: number): boolean {
  return added.length === 0 || used + added.length <= limit;
}

function requireApplied(edits: readonly ApplyOutcome[]): void {
  for (const applied of edits) {
    if (applied.outcome === 'failed') throw applied.error;
    if (applied.outcome === 'gone') throw new ImportRefusal('monitor_gone');
  }
}

interface ImportedChange extends PastTransition {
  readonly teamID: string;
  readonly monitorID: number;
}

/**
 * Inserts transitions with their incidents and outbox rows. Marks the outbox rows as already planned, because the other service
 * has sent the alerts.
 */
async function insertTransitions(db: Transaction<Schema>, changes: readonly ImportedChange[]): Promise<void> {
  const incidents = await insertIncidents(db, changes);
  const inserted = await db
    .insertInto('transitions')
    .values(
      changes.map(({ monitorID, transition: { from, to, at, reason, runSeq, eventNumber } }) => ({
        monitor_id: monitorID,
        from_status: from,
        to_status: to,
        at,
        reason,
        run_seq: runSeq,
        event_number: eventNumber,
      })),
    )
    .returning('id')
    .execute();
  // Sorting restores the order of the rows, because IDs were assigned in that order.
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  await db
    .insertInto('outbox')
    .values(
      changes.map(({ teamID, monitorID, transition, incidentID }, index) => ({
        team_id: teamID,
        monitor_id: monitorID,
        kind: alertKind(transition),
        transition_id: ids[index] ?? null,
        incident_id: incidentID === null ? null : (incidents.get(incidentID) ?? null),
        created_at: transition.at,
        planned_at: transition.at,
      })),
    )
    .execute();
}

async function insertIncidents(
  db: Transaction<Schema>,
  changes: readonly ImportedChange[],
): Promise<ReadonlyMap<string, number>> {
  const opened = changes.flatMap(({ teamID, monitorID, incidentID, transition }) =>
    incidentID === null || incidentChange(transition) !== 'opened'
      ? []
      : [
          {
            incident_id: incidentID,
            team_id: teamID,
            monitor_id: monitorID,
            reason: transition.reason,
            opened_at: transition.at,
            run_seq: transition.runSeq,
          },
        ],
  );
  if (opened.length === 0) return new Map();
  const inserted = await db.insertInto('incidents').values(opened).returning(['id', 'incident_id']).execute();
  return new Map(inserted.map((row) => [row.incident_id, row.id]));
}

async function insertKeys(db: Transaction<Schema>, keys: readonly NewProjectKey[]): Promise<void> {
  for (const key of keys) {
    const holder = await db
      .selectFrom('project_keys')
      .select('id')
      .where('hash', '=', key.hash)
      .executeTakeFirst();
    if (holder !== undefined) throw new ImportRefusal('id_taken');
    const { outcome } = await PROJECT_KEYS.insert(db, key);
    if (outcome !== 'created') throw new ImportRefusal('too_many_keys');
  }
}

async function insertMonitors(
  db: Transaction<Schema>,
  monitors: readonly NewMonitor[],
): Promise<readonly number[]> {
  const inserted = await db
    .insertInto('monitors')
    .values(
      monitors.map(({ teamID, shortID, pingID, normalizedPingID, createdAt, details, monitor }) => ({
        team_id: teamID,
        short_id: shortID,
        ping_id: pingID,
        normalized_ping_id: normalizedPingID,
        created_at: createdAt,
        ...detailsRow(details),
        ...rulesRow(monitor.rules),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'short_id'])
    .execute();
  if (inserted.length < monitors.length) throw new ImportRefusal('id_taken');
  const idOf = new Map(inserted.map((row) => [row.short_id, row.id]));
  const columns = sql.join(columnNames(STATE_COLUMNS).map((column) => sql.ref(column)));
  const values = monitors.map(
    ({ shortID, monitor }) =>
      sql`(${sql.join([idOf.get(shortID) ?? null, ...cellsOf(STATE_COLUMNS, storedState(monitor))])})`,
  );
  await sql`INSERT INTO monitor_states (monitor_id, ${columns}) VALUES ${sql.join(values)}`.execute(db);
  for (const { shortID, details } of monitors)
    await startForwarding(db, idOf.get(shortID) ?? 0, details.forwardTo);
  const changes = monitors.flatMap(({ teamID, shortID, pastTransitions = [] }): readonly ImportedChange[] =>
    pastTransitions.map((change) => ({ teamID, monitorID: idOf.get(shortID) ?? 0, ...change })),
  );
  for (const chunk of chunks(changes, ROWS_AT_ONCE)) await insertTransitions(db, chunk);
  return monitors.map(({ shortID }) => idOf.get(shortID) ?? 0);
}
