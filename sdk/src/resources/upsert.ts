import type { Monitor, MonitorEdit } from '../api.generated.ts';
import type { RequestOptions } from '../call.ts';
import { invalidArgument } from '../error.ts';
import type { MonitorsAPI, MonitorUpsert, Upserted } from './monitors-api.ts';

type Parts = Pick<MonitorsAPI, 'all' | 'create' | 'update' | 'delete'>;

/**
 * Creates a monitor, or changes the one that has its name, so that the settings given hold. The key is the name within
 * `projectShortID`, or within the team where no project is given. Settings that are left out stay as they are.
 *
 * Of several monitors with the name, the oldest one counts. That also settles races: whoever has created a monitor looks for the
 * oldest again, and deletes its own if another one was first. The service creates the monitors of a team one after the other, so all
 * agree on which one that is.
 */
export async function upsertMonitor(
  { all, create, update, delete: remove }: Parts,
  input: MonitorUpsert,
  options?: RequestOptions,
): Promise<Upserted> {
  const name = typeof input.name === 'string' ? input.name.trim() : '';
  if (name === '') throw invalidArgument('The name is the key of an upsert, and must not be blank.');

  async function findOldest(): Promise<Monitor | undefined> {
    const query = input.projectShortID === undefined ? {} : { project: input.projectShortID };
    for await (const monitor of all({ ...query, q: name, limit: PAGE }, options))
      if (monitor.name === name) return monitor;
    return undefined;
  }

  async function bringUpToDate(monitor: Monitor): Promise<Upserted> {
    const edit = differenceOf(input, monitor);
    if (edit === null) return { monitor, outcome: 'unchanged' };
    return { monitor: await update(monitor.shortID, edit, options), outcome: 'updated' };
  }

  const found = await findOldest();
  if (found !== undefined) return bringUpToDate(found);
  const created = await create(input, options);
  const oldest = (await findOldest()) ?? created;
  if (oldest.shortID === created.shortID) return { monitor: created, outcome: 'created' };
  await remove(created.shortID, options);
  return bringUpToDate(oldest);
}

const PAGE = 100;

/** Settings that differ from what the monitor has; null if none does. */
function differenceOf(input: MonitorUpsert, monitor: Monitor): MonitorEdit | null {
  const { name: _, schedule, ...settings } = input;
  const differing = Object.entries(settings).filter(
    ([field, wish]) => wish !== undefined && !isSame(wish, Reflect.get(monitor, field)),
  );
  const wishes = Object.entries(schedule ?? {}).filter(([, wish]) => wish !== undefined);
  const isScheduled = wishes.every(([field, wish]) => isSame(wish, Reflect.get(monitor.schedule, field)));
  if (differing.length === 0 && isScheduled) return null;
  return {
    ...Object.fromEntries(differing),
    ...(isScheduled ? {} : { schedule: Object.fromEntries(wishes) }),
  };
}

const TIME = /^\d{4}-\d\d-\d\dT/;

function isSame(wish: unknown, current: unknown): boolean {
  if (Array.isArray(wish) && Array.isArray(current)) {
    return wish.length === current.length && wish.every((item, index) => isSame(item, current[index]));
  }
  // Times may be written in many ways.
  if (typeof wish === 'string' && typeof current === 'string' && TIME.test(wish) && TIME.test(current)) {
    return Date.parse(wish) === Date.parse(current);
  }
  return wish === current;
}
