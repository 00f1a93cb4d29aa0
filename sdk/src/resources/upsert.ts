import type { Monitor, MonitorEdit } from '../api.generated.ts';
import type { RequestOptions } from '../call.ts';
import { invalidArgument } from '../error.ts';
import type { MonitorsAPI, MonitorUpsert, Upserted } from './monitors-api.ts';

type MonitorCalls = Pick<MonitorsAPI, 'all' | 'create' | 'update' | 'delete'>;

/**
 * Creates a monitor, or changes the existing monitor with this name, so that it has the given settings. Looks for the name in the
 * project `projectShortID`, or in the whole team if no project is given. Omitted settings keep their value.
 *
 * If several monitors have the name, the oldest monitor is used. This rule also resolves races between clients: after creating a
 * monitor, the client looks for the oldest monitor again, and deletes its own if another monitor is older. The service creates a
 * team's monitors one at a time, so all clients agree on which monitor is the oldest.
 */
export async function upsertMonitor(
  { all, create, update, delete: remove }: MonitorCalls,
  input: MonitorUpsert,
  options?: RequestOptions,
): Promise<Upserted> {
  const name = typeof input.name === 'string' ? input.name.trim() : '';
  if (name === '')
    throw invalidArgument('An upsert finds the monitor by its name, so the name must not be blank.');

  async function findOldest(): Promise<Monitor | undefined> {
    const query = input.projectShortID === undefined ? {} : { project: input.projectShortID };
    for await (const monitor of all({ ...query, q: name, limit: PAGE }, options))
      if (monitor.name === name) return monitor;
    return undefined;
  }

  async function updateIfNeeded(monitor: Monitor): Promise<Upserted> {
    const edit = differenceOf(input, monitor);
    if (edit === null) return { monitor, outcome: 'unchanged' };
    return { monitor: await update(monitor.shortID, edit, options), outcome: 'updated' };
  }

  const existing = await findOldest();
  if (existing !== undefined) return updateIfNeeded(existing);
  const created = await create(input, options);
  const oldest = (await findOldest()) ?? created;
  if (oldest.shortID === created.shortID) return { monitor: created, outcome: 'created' };
  await remove(created.shortID, options);
  return updateIfNeeded(oldest);
}

const PAGE = 100;

/** Returns the given settings that differ from the monitor's settings; null if none differ. */
function differenceOf(input: MonitorUpsert, monitor: Monitor): MonitorEdit | null {
  const { name: _, schedule, ...settings } = input;
  const differing = Object.entries(settings).filter(
    ([field, given]) => given !== undefined && !isSame(given, Reflect.get(monitor, field)),
  );
  const entries = Object.entries(schedule ?? {}).filter(([, given]) => given !== undefined);
  const isScheduled = entries.every(([field, given]) => isSame(given, Reflect.get(monitor.schedule, field)));
  if (differing.length === 0 && isScheduled) return null;
  return {
    ...Object.fromEntries(differing),
    ...(isScheduled ? {} : { schedule: Object.fromEntries(entries) }),
  };
}

const TIME = /^\d{4}-\d\d-\d\dT/;

function isSame(given: unknown, current: unknown): boolean {
  if (Array.isArray(given) && Array.isArray(current)) {
    return given.length === current.length && given.every((item, index) => isSame(item, current[index]));
  }
  // Compares timestamps as times, because one time can be written in several forms.
  if (typeof given === 'string' && typeof current === 'string' && TIME.test(given) && TIME.test(current)) {
    return Date.parse(given) === Date.parse(current);
  }
  return given === current;
}
