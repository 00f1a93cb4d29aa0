import type { Inputs, Monitor, MonitorEdit } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { invalidArgument } from '../error.ts';
import { allOf, allPages, type Page } from '../page.ts';
import type { MonitorHistory, MonitorQuery, MonitorsAPI, MonitorUpsert, Upserted } from './monitors-api.ts';

const NOT_MODIFIED = 304;

export function monitorsAPI({ call, send, read }: Caller): MonitorsAPI {
  const list: MonitorsAPI['list'] = async (query, options) => {
    const received = await send('listMonitors', { query: queryOf(query) }, options);
    return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
  };

  const api: Omit<MonitorsAPI, 'upsert'> = {
    list,
    async listIfChanged(etag, query, options) {
      const headers = { 'If-None-Match': etag };
      const received = await send('listMonitors', { query: queryOf(query), headers }, options);
      if (received.status === NOT_MODIFIED) return null;
      return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
    },
    rows: (query, options) => call('listMonitorRows', { query: queryOf(query) }, options),
    all: allPages(list, ({ monitors }) => monitors),
    create: async (body, options) => (await call('createMonitor', { body }, options)).monitor,
    get: async (shortID, options) => (await call('readMonitor', { params: { shortID } }, options)).monitor,
    update: async (shortID, body, options) =>
      (await call('editMonitor', { params: { shortID }, body }, options)).monitor,
    delete: async (shortID, options) =>
      (await call('deleteMonitor', { params: { shortID } }, options)).monitor,
    pause: async (shortID, options) => (await call('pauseMonitor', { params: { shortID } }, options)).monitor,
    resume: async (shortID, options) =>
      (await call('resumeMonitor', { params: { shortID } }, options)).monitor,
    dismissNotices: async (shortID, options) =>
      (await call('dismissNotices', { params: { shortID } }, options)).monitor,
    forwarding: async (shortID, options) =>
      (await call('readForwarding', { params: { shortID } }, options)).forwarding,
    bulk: async (monitors, action, options) =>
      (await call('changeMonitors', { body: { monitors, action } }, options)).results,
    events: historyOf(
      (input, options) => call('listEvents', input, options),
      ({ events }) => events,
    ),
    async eventBody(shortID, number, options) {
      const { bytes, headers } = await send('readEventBody', { params: { shortID, number } }, options);
      const isText = headers.get('Content-Type')?.startsWith('text/plain') === true;
      return { bytes, text: isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null };
    },
    runs: historyOf(
      (input, options) => call('listRuns', input, options),
      ({ runs }) => runs,
    ),
    statistics: async (shortID, query, options) =>
      (await call('readStatistics', { params: { shortID }, query }, options)).statistics,
    days: (shortID, query, options) => call('listMonitorDays', { params: { shortID }, query }, options),
    transitions: historyOf(
      (input, options) => call('listTransitions', input, options),
      ({ transitions }) => transitions,
    ),
    alerts: async (shortID, transitionID, options) =>
      (await call('readTransitionAlerts', { params: { shortID, transitionID } }, options)).alerts,
  };
  return { ...api, upsert: (input, options) => upsertMonitor(api, input, options) };
}

function historyOf<P extends Page, Item>(
  readPage: (input: Inputs['listRuns'], options?: RequestOptions) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): MonitorHistory<P, Item> {
  const list: MonitorHistory<P, Item>['list'] = (shortID, query, options) =>
    readPage({ params: { shortID }, query }, options);
  return {
    list,
    all: (shortID, query, options) =>
      allOf(query?.cursor, (cursor) => list(shortID, { ...query, cursor }, options), itemsOf),
  };
}

function queryOf({ status, ...query }: MonitorQuery = {}): Inputs['listMonitors']['query'] {
  return { ...query, status: typeof status === 'string' ? status : status?.join(',') };
}

type MonitorCalls = Pick<MonitorsAPI, 'all' | 'create' | 'update' | 'delete'>;

/**
 * Creates a monitor, or changes the existing monitor with this name, so that it has the given settings. Looks for the name in the
 * project `projectShortID`, or in the whole team if no project is given. Omitted settings keep their value.
 *
 * If several monitors have the name, the oldest monitor is used. This rule also resolves races between clients: after creating a
 * monitor, the client looks for the oldest monitor again, and deletes its own if another monitor is older. The service creates a
 * team's monitors one at a time, so all clients agree on which monitor is the oldest.
 */
async function upsertMonitor(
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
