import { DatabaseSync } from 'node:sqlite';

// Reads the database file of another product, Uptime Kuma, for imports. Overdue never stores data in this format.

/** Maximum number of heartbeats to read per monitor. */
const HEARTBEATS_MAX = 100;
/** Maximum number of status changes to read per monitor. */
const CHANGES_MAX = 50;

/** Rows of Uptime Kuma's `kuma.db`, in the format of Uptime Kuma's backups. */
export interface KumaBackup {
  /** Major version of Uptime Kuma. */
  readonly version: '1' | '2';
  readonly monitorList: readonly object[];
  readonly notificationList: readonly object[];
}

/** Reads the database of Uptime Kuma 1 or 2, which may be in use. Changes nothing. */
export function readKumaDatabase(file: string): KumaBackup {
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false });
  try {
    return {
      version: readVersion(database),
      monitorList: readMonitors(database),
      notificationList: readNotifications(database),
    };
  } finally {
    database.close();
  }
}

/** Recognizes version 2 by its column for retries in heartbeats. */
function readVersion(database: DatabaseSync): '1' | '2' {
  const columns = database.prepare("SELECT name FROM pragma_table_info('heartbeat')").all();
  return columns.some(({ name }) => name === 'retries') ? '2' : '1';
}

function readMonitors(database: DatabaseSync): readonly object[] {
  const tags = Map.groupBy(
    database
      .prepare(
        'SELECT mt.monitor_id AS owner, t.name, mt.value FROM monitor_tag mt JOIN tag t ON t.id = mt.tag_id ORDER BY mt.id',
      )
      .all(),
    ({ owner }) => owner,
  );
  const notifications = Map.groupBy(
    database.prepare('SELECT monitor_id AS owner, notification_id AS id FROM monitor_notification').all(),
    ({ owner }) => owner,
  );
  const heartbeats = database.prepare(
    'SELECT status, time, msg, ping FROM heartbeat WHERE monitor_id = ? ORDER BY time DESC LIMIT ?',
  );
  // `important` marks the heartbeats that changed the status. Reads only down (0) and up (1), not statuses such as maintenance.
  const changes = database.prepare(
    'SELECT status, time FROM heartbeat WHERE monitor_id = ? AND important = 1 AND status IN (0, 1) ORDER BY time DESC LIMIT ?',
  );
  // Columns differ between versions, so missing columns are null.
  return database
    .prepare('SELECT * FROM monitor ORDER BY id')
    .all()
    .map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description ?? null,
      type: row.type,
      active: row.active,
      interval: row.interval,
      retryInterval: row.retry_interval,
      maxretries: row.maxretries,
      resendInterval: row.resend_interval ?? null,
      upsideDown: row.upside_down,
      pushToken: row.push_token,
      parent: row.parent ?? null,
      tags: (tags.get(row.id ?? null) ?? []).map(({ name, value }) => ({ name, value })),
      heartbeats: row.type === 'push' ? heartbeats.all(row.id ?? null, HEARTBEATS_MAX) : [],
      statusChanges: row.type === 'push' ? changes.all(row.id ?? null, CHANGES_MAX) : [],
      notificationIDList: Object.fromEntries(
        (notifications.get(row.id ?? null) ?? []).map(({ id }) => [String(id), true]),
      ),
    }));
}

function readNotifications(database: DatabaseSync): readonly object[] {
  return database
    .prepare('SELECT id, name, is_default, config FROM notification ORDER BY id')
    .all()
    .map(({ id, name, is_default, config }) => ({ id, name, isDefault: is_default, config }));
}
